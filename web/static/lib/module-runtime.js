/* The runtime of bundled modules (companion/pages/asset_bundles.py). Each module is a function
   that returns its exports; it is called once, on first use. */

const HOME = new URL("../", import.meta.url).href;
const known = new Map();
const made = new Map();

/** Defines a module by its name; a second definition is ignored. */
export function define(name, make) {
  if (!known.has(name)) known.set(name, make);
}

/** The exports of a defined module. */
export function use(name) {
  if (!made.has(name)) {
    const address = HOME + name;
    made.set(name, known.get(name)({ use, address, later: (wanted) => later(new URL(wanted, address).href) }));
  }
  return made.get(name);
}

/** Replaces `import()`: the bundle that it fetches defines what is missing. */
async function later(address) {
  await import(address);
  return use(address.slice(HOME.length));
}
