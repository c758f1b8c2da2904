/* The alerts of Sprint: the tone; the words are the event's own. */

export const ALERTS = {
  "sprint.won": ["winner"],
};
