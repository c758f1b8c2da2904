/* Where the pages' files are: beside this one, whatever version the address names. */

/** The address of a file by its name in this folder: `asset("icons.svg")`. */
export function asset(name) {
  return new URL(name, import.meta.url).pathname;
}
