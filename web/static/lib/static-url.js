/* The addresses of the static files, whatever version they name. */

/** The address of a file by its name in web/static: `staticUrl("parts/icons.svg")`. */
export function staticUrl(name) {
  return new URL(`../${name}`, import.meta.url).pathname;
}
