/* The modules of a page when they come several in one answer (companion/pages/asset_bundles.py). Each is a
   function that gives its exports; it is called once, when the first one asks for it. */

const HOME = new URL("../", import.meta.url).href;
const known = new Map();
const made = new Map();

/** Makes a module known by its name; who is known already stays as it is. */
export function define(name, make) {
  if (!known.has(name)) known.set(name, make);
}

/** The exports of a module that is known. */
export function use(name) {
  if (!made.has(name)) {
    const address = HOME + name;
    made.set(name, known.get(name)({ use, address, later: (wanted) => later(new URL(wanted, address).href) }));
  }
  return made.get(name);
}

/** What `import()` is: the answer makes all that is missing known. */
async function later(address) {
  await import(address);
  return use(address.slice(HOME.length));
}
