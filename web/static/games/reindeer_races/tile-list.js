/* Lists of rewards, which may contain equal values. Pure. */

const count = (list, value) => list.filter((each) => each === value).length;

/** All copies of each value, the highest first: `{value, own}`, `own` if the team has this copy. `has`:
    the team's values; `left`: those that nobody has. */
export function copies(has, left) {
  const values = [...new Set([...has, ...left])].sort((a, b) => b - a);
  return values.flatMap((value) => Array.from({ length: count(has, value) + count(left, value) }, (_, i) => ({ value, own: i < count(has, value) })));
}

/** The list without one of its entries, named by position. */
export function without(list, at) {
  return list.filter((_, i) => i !== at);
}

/** The list with one entry replaced, named by position. */
export function replaced(list, at, value) {
  return list.map((each, i) => (i === at ? value : each));
}

/** Whether two lists have the same values, in any order. */
export function sameTiles(one, other) {
  const sorted = (list) => JSON.stringify([...list].sort((a, b) => b - a));
  return sorted(one) === sorted(other);
}

/** A team's points in words: the known ones, and a question mark for rewards of unknown value. */
export function pointsOf({ points, tiles }) {
  if (points !== null) return points;
  const known = tiles.reduce((sum, { value }) => sum + (value ?? 0), 0);
  return known ? `${known} + ?` : "?";
}
