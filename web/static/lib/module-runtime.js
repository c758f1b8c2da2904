/* The runtime of bundled modules (companion/pages/asset_bundles.py). Each module is a function
   that returns its exports; it is called once, on first use. */

const HOME = new URL("../", import.meta.url).href;
const known = new Map();
const made = new Map();
const failures = new Map(); // address -> how often its fetch failed

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

/** Replaces `import()`: the bundle that it fetches defines what is missing.

    Browsers may remember that an address failed (Chromium up to 150), so each further attempt has a
    new one. */
async function later(address) {
  const attempt = failures.get(address) ?? 0;
  try {
    await import(attempt ? `${address}?attempt=${attempt}` : address);
  } catch (error) {
    failures.set(address, attempt + 1);
    throw error;
  }
  return use(address.slice(HOME.length));
}
