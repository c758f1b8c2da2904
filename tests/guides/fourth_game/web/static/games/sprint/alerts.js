/* What is called out in Sprint: the tone; the words are the event's own. */

export const ALERTS = {
  "sprint.won": ["winner"],
};
