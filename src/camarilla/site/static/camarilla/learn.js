// A lesson is a table to `table.js`. Here only what moving from scene to scene within one page asks for.
"use strict";

// Whoever reads by keyboard or ear is taken to the next scene's text.
document.addEventListener("htmx:after:swap", () => {
  const here = document.activeElement;
  if (!here || here === document.body) document.getElementById("progress")?.focus({ preventScroll: true });
});

// On a phone the board is below the text: a new scene is read from its beginning.
let scene = document.getElementById("table").dataset.ply;
document.addEventListener("htmx:after:swap", () => {
  const { ply } = document.getElementById("table").dataset;
  if (ply !== scene && document.querySelector(".box").getBoundingClientRect().top < 0) document.querySelector(".box").scrollIntoView({ block: "start" });
  scene = ply;
});

// The other language opens the scene that is shown, not the one that the page began with.
document.addEventListener("submit", (event) => {
  const next = event.target.elements.namedItem("next");
  if (next) next.value = location.pathname + location.search;
}, true);
