/** A new random name, 24 hex digits. `crypto.randomUUID` does not exist on plain http. */
export function randomKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
