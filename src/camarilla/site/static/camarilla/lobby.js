// Copying a link: `data-copy` names the field. Where the browser forbids it, the link is at least marked.
"use strict";
document.addEventListener("click", async (event) => {
  const button = event.target.closest?.("[data-copy]");
  if (!button) return;
  const field = document.getElementById(button.dataset.copy), label = button.textContent;
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
  } catch {
    if (!document.execCommand("copy")) return;
  }
  button.textContent = button.dataset.copied;
  setTimeout(() => { button.textContent = label; }, 1500);
});
