// A lesson is a table to `table.js`. Here only: whoever reads by keyboard or ear is taken to the next scene's text.
"use strict";
document.addEventListener("htmx:after:swap", () => {
  const here = document.activeElement;
  if (!here || here === document.body) document.getElementById("progress")?.focus({ preventScroll: true });
});
