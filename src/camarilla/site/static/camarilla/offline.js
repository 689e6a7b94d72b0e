// Knocks at the house until somebody answers, then goes where one wanted to go.
"use strict";

const EVERY = 2000; // milliseconds

async function knock() {
  try {
    const answer = await fetch("/healthz", { cache: "no-store" });
    if (answer.ok) return location.reload();
  } catch { /* not yet */ }
  setTimeout(knock, EVERY);
}

setTimeout(knock, EVERY);
addEventListener("online", knock);
