/* The alerts of Reindeer Races: the tone of each event, and its words if not the event's text. */

export const ALERTS = {
  "reindeer_races.reward": ["finish"],
  "reindeer_races.reward_unknown": ["finish"],
  "reindeer_races.turned": ["crash"],
  "reindeer_races.skis": ["finish"],
  "reindeer_races.off": ["crash"],
  "reindeer_races.retired": ["out"],
  "reindeer_races.winner": ["winner"],
};
