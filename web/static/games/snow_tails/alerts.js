/* The alerts of Snow Tails: the tone of each event, and its words if not the event's text. */

export const ALERTS = {
  "snow_tails.edge_marked": ["crash", "ui.say_crash"],
  "snow_tails.sled_marked": ["crash", "ui.say_crash"],
  "snow_tails.sapling_marked": ["crash", "ui.say_sapling"],
  "snow_tails.out": ["out"],
  "snow_tails.finished": ["finish"],
  "snow_tails.winner": ["winner"],
};
