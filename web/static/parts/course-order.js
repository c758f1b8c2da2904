/* The order of the course book. */

import { lang } from "../lib/words.js";

/** The saved courses, those printed in the user's language, the others. */
export function ownLanguageFirst(courses) {
  const rank = ({ saved, printed }) => (saved ? 0 : printed === lang ? 1 : 2);
  return [...courses].sort((a, b) => rank(a) - rank(b));
}
