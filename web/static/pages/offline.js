/* The page shown while the table is away: reloads once it is back. */

const RETRY_MS = 1000;

async function reloadWhenBack() {
  try {
    const answer = await fetch("/api/v1/state", { cache: "no-store" });
    if (answer.ok) location.reload();
  } catch {
    // still away
  }
}

setInterval(reloadWhenBack, RETRY_MS);
addEventListener("online", reloadWhenBack);
