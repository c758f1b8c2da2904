/* Sprint after the race: a chart of the spaces, no records. */

export const chartOptions = { at: { least: 0 } };

/** Nothing beside the chart. */
export function sections() {
  return null;
}

export const recordWords = {};
