/* The alerts of Snow Tails: the tone, and the words if they are not the event's own. */

export const ALERTS = {
  "snow_tails.edge_marked": ["crash", "ui.say_crash"],
  "snow_tails.sled_marked": ["crash", "ui.say_crash"],
  "snow_tails.sapling_marked": ["crash", "ui.say_sapling"],
  "snow_tails.out": ["out"],
  "snow_tails.finished": ["finish"],
  "snow_tails.winner": ["winner"],
};
