// The rulebook: filters it as one types, and opens it as a panel beside a table at the clause that is asked for.
"use strict";
(() => {
  const panel = document.getElementById("panel");
  const find = (selector, from = document) => [...from.querySelectorAll(selector)];
  const fold = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().replaceAll("’", "'");

  // --- Searching ---

  function search(book) {
    const words = fold(book.querySelector("#search").value).split(/\s+/).filter(Boolean);
    let shown = 0;
    for (const section of find("section", book)) {
      const title = fold(section.querySelector("h2").textContent);
      let any = false;
      for (const passage of find(".passage", section)) {
        const text = (passage.querySelector("h3") ? "" : title + " ") + fold(passage.textContent);
        const fits = words.every((word) => text.includes(word));
        hide(book, passage, !fits);
        any ||= fits;
        shown += fits;
      }
      hide(book, section, !any);
    }
    book.querySelector(".preface").hidden = words.length > 0;
    const count = book.querySelector(".count");
    count.textContent = !words.length ? "" : shown ? count.dataset.count.replace("#", shown) : count.dataset.none;
    paint(book, words);
  }

  function hide(book, part, hidden) {
    part.hidden = hidden;
    const entry = book.querySelector(`.contents [data-of="${part.id}"]`);
    if (entry) entry.hidden = hidden;
  }

  // What was found is painted, where the browser can do that without touching the text.
  function paint(book, words) {
    if (!CSS.highlights) return;
    const ranges = [];
    const texts = document.createTreeWalker(book.querySelector(".text"), NodeFilter.SHOW_TEXT);
    while (words.length && texts.nextNode()) {
      const text = fold(texts.currentNode.data);
      if (text.length !== texts.currentNode.data.length) continue;
      for (const word of words) {
        for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length)) {
          const range = new Range();
          range.setStart(texts.currentNode, at);
          range.setEnd(texts.currentNode, at + word.length);
          ranges.push(range);
        }
      }
    }
    CSS.highlights.set("found", new Highlight(...ranges));
  }

  document.addEventListener("input", (event) => { if (event.target.id === "search") search(event.target.closest(".book")); });
  document.addEventListener("submit", (event) => {
    if (!event.target.matches(".search")) return;
    event.preventDefault();
    search(event.target.closest(".book"));
  });

  // --- Going to a clause ---

  function show(name) {
    const clause = document.getElementById(name);
    if (!clause?.matches(".passage, .book section")) return false;
    const book = clause.closest(".book");
    if (clause.hidden || clause.closest("section[hidden]")) {
      book.querySelector("#search").value = "";
      search(book);
    }
    for (const one of find(".asked", book)) one.classList.remove("asked");
    clause.classList.add("asked");
    clause.querySelector("[tabindex]")?.focus({ preventScroll: true });
    clause.scrollIntoView({ block: "start" });
    return true;
  }

  // --- The panel ---

  const pages = document.getElementById("pages");

  async function open(clause) {
    if (!panel.open) panel.showModal();
    if (!pages.firstElementChild) {
      panel.setAttribute("aria-busy", "true");
      const answer = await fetch(panel.dataset.url, { headers: { "HX-Request": "true" } });
      panel.removeAttribute("aria-busy");
      if (answer.ok) pages.innerHTML = await answer.text();
    }
    if (!clause || !show(clause)) {
      panel.scrollTop = 0;
      pages.querySelector("#search")?.focus();
    }
  }

  document.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
    const link = event.target.closest?.("a[data-clause], .contents a, #rulebook");
    if (link && (panel || link.closest(".book"))) {
      if (panel) event.preventDefault();
      if (panel && !link.closest(".book")) open(link.dataset.clause);
      else show(decodeURIComponent(link.hash.slice(1)));
    }
    if (panel && (event.target === panel || event.target.closest?.("#panel .close"))) panel.close();
  });

  panel?.addEventListener("keydown", (event) => { // in a search field the key would only empty it
    if (event.key !== "Escape") return;
    event.preventDefault();
    panel.close();
  });

  // --- The page of its own ---

  if (!panel) {
    if (innerWidth < 900) document.querySelector(".contents details")?.removeAttribute("open");
    show(decodeURIComponent(location.hash.slice(1)) || document.querySelector(".asked")?.id);
    if (document.getElementById("search")?.value) search(document.querySelector(".book"));
    addEventListener("hashchange", () => show(decodeURIComponent(location.hash.slice(1))));
  }
})();
