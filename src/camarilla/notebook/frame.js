// The frame is as high as what it holds, at any width; and things say what they are when one points at them.
if (window.frameElement) {
  new ResizeObserver(() => {
    frameElement.style.height = document.documentElement.offsetHeight + "px";
  }).observe(document.body);
}
document.addEventListener("pointerover", ({ target }) => {
  const thing = target.closest("[aria-label]");
  if (thing && !thing.title) thing.title = thing.getAttribute("aria-label");
});
