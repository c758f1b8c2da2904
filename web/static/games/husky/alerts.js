/* The alerts of Husky: the tone of each event, and its words if not the event's text. */

export const ALERTS = {
  "husky.attacked": ["crash"],
  "husky.attacked_by": ["crash"],
  "husky.attacked_by_now": ["crash"],
  "husky.attacked_now": ["crash"],
  "husky.checkpoint": ["order"],
  "husky.checkpoint_skipped": ["no"],
  "husky.finished": ["finish"],
  "husky.winner": ["winner"],
};
