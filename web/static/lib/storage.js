/* Browser storage: localStorage, or sessionStorage for one tab. Without storage, values last as
   long as the page. */

const YEAR_S = 365 * 24 * 3600;

/** The text stored under a key; null if there is none. `area`: the name of the storage. */
export function storedText(key, area = "localStorage") {
  try {
    return window[area].getItem(key);
  } catch {
    return null; // no storage here
  }
}

/** Stores a text; null removes it. */
export function storeText(key, text, area = "localStorage") {
  try {
    if (text === null) window[area].removeItem(key);
    else window[area].setItem(key, text);
  } catch {
    // no storage here, or it is full
  }
}

/** The value stored as JSON under a key; null if there is none, or if it is not JSON. */
export function stored(key, area) {
  try {
    return JSON.parse(storedText(key, area));
  } catch {
    return null; // not ours
  }
}

/** Stores a value as JSON. */
export function store(key, value, area) {
  storeText(key, JSON.stringify(value), area);
}

/** Sets a cookie for a year, which the service reads. */
export function setCookie(name, value) {
  document.cookie = `${name}=${value}; path=/; max-age=${YEAR_S}; samesite=strict`;
}
