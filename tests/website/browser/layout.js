// What is wrong with how a table looks: hand or prompt out of sight, things that cannot be clicked, texts that are cut, covered, or over one another.
() => {
  const found = [], table = document.querySelector("#table");
  const named = (one) => `${one.parentElement.className}>${one.tagName.toLowerCase()}.${one.className}`;
  const shown = (one) => one.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    && !one.closest(".visually-hidden, svg, .log") && getComputedStyle(one).clipPath === "none";
  const clips = (one) => getComputedStyle(one).overflowX !== "visible";

  for (const one of table.querySelectorAll("#board .hand, #board .holding.panel, #prompt, #choices .bar button, .number button")) {
    const box = one.getBoundingClientRect();
    if (box.height && (box.top < -1 || box.bottom > innerHeight + 1)) found.push(`out of sight: ${named(one)}`);
  }
  if (document.documentElement.scrollWidth > innerWidth) found.push("wider than the screen");

  const parts = [0.5, 0.1, 0.9], isFree = (one) => {
    const { left, top, width, height } = one.getBoundingClientRect();
    return parts.some((right) => parts.some((down) => document.elementFromPoint(left + right * width, top + down * height)?.closest(".thing") === one));
  };
  for (const one of table.querySelectorAll("#board .thing.can")) {
    if (isFree(one)) continue;
    one.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
    if (!isFree(one)) found.push(`cannot be clicked: ${named(one)} ${one.dataset.thing}`);
    scrollTo(0, 0);
  }

  const texts = [], walker = document.createTreeWalker(table, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const text = walker.currentNode, one = text.parentElement;
    if (!text.textContent.trim() || !shown(one)) continue;
    const around = [];
    for (let up = one; up !== table; up = up.parentElement) if (clips(up)) around.push(up);
    const cut = around.find((up) => getComputedStyle(up).overflowX === "hidden" && up.scrollWidth > up.clientWidth + 1);
    if (cut) found.push(`cut: ${text.textContent.trim()} in ${named(cut)}`);
    const range = document.createRange();
    range.selectNodeContents(text);
    for (const box of range.getClientRects()) {
      const edges = around.map((up) => up.getBoundingClientRect());
      const left = Math.max(box.left, ...edges.map((edge) => edge.left)), right = Math.min(box.right, ...edges.map((edge) => edge.right));
      const top = Math.max(box.top, ...edges.map((edge) => edge.top)), bottom = Math.min(box.bottom, ...edges.map((edge) => edge.bottom));
      if (right - left > 1 && bottom - top > 1) texts.push({ text, one, left, right, top, bottom });
    }
  }
  const sticks = (one) => one.closest(".holding, .own, header.prompt, .pile.asked"); // it lies over what can be scrolled out from under it, or what is open until one has chosen from it
  for (const a of texts) {
    const covering = document.elementFromPoint((a.left + a.right) / 2, (a.top + a.bottom) / 2)?.closest(".card, h3, .total");
    if (covering && !covering.contains(a.one) && !a.one.contains(covering) && !a.one.closest(".card") && !sticks(covering)
      && getComputedStyle(a.one).pointerEvents !== "none") found.push(`covered: ${a.text.textContent.trim()} by ${named(covering)}`);
  }
  for (const [i, a] of texts.entries()) for (const b of texts.slice(i + 1)) {
    const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left), high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
    if (a.text === b.text || wide < 2 || high < 0.35 * Math.min(a.bottom - a.top, b.bottom - b.top)) continue;
    const [card, other] = [a, b].map(({ one }) => one.closest(".card"));
    if ((card && other && card !== other) || sticks(a.one) !== sticks(b.one)) continue; // cards lie over one another
    found.push(`over one another: ${a.text.textContent.trim()} / ${b.text.textContent.trim()}`);
  }
  return found;
}
