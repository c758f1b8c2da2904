/* Addresses of static files, under the version that the page was served with. */

/** The address of a file by its name in web/static: `staticUrl("parts/icons.svg")`. */
export function staticUrl(name) {
  return new URL(`../${name}`, import.meta.url).pathname;
}
