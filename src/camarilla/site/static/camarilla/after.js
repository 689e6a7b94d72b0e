// After the match: copying links, the replay step by step, and from the curve to its moments.
"use strict";
(() => {
  const root = () => document.querySelector("main.replay");

  // --- Copying a link ---

  async function copy(button) {
    const status = button.parentElement.querySelector("[role=status]");
    const field = document.getElementById(button.dataset.field ?? "");
    try {
      await navigator.clipboard.writeText(button.dataset.copy);
      status.textContent = button.dataset.copied;
    } catch { // without a secure line a page may not copy by itself
      const shown = field ?? status.appendChild(Object.assign(document.createElement("input"), { readOnly: true, value: button.dataset.copy }));
      shown.setAttribute("aria-label", button.textContent);
      shown.select();
      status.prepend(button.dataset.select, " ");
    }
  }

  // --- The curve ---

  function jump(event, graph) {
    const box = event.target.closest(".curve")?.getBoundingClientRect();
    if (!box) return;
    const share = Math.min(1, Math.max(0, (event.clientX - box.left) / box.width));
    location.assign(`${graph.dataset.replay}?ply=${1 + Math.round(share * (graph.dataset.last - 1))}&seat=open`);
  }

  // --- The replay ---

  let aim = null, busy = false, waiting = 0; // aim: where to go, until that is shown
  const desk = document.getElementById("desk");
  const shown = () => ({ ply: Number(root().dataset.ply), seat: root().dataset.seat });
  const target = () => (aim ?? shown()).ply; // several quick steps add up
  const last = () => Number(root().dataset.last);
  const playing = () => desk.dataset.playing === "1";
  const speed = () => localStorage.getItem("speed") ?? "1200";

  function go(ply, seat = (aim ?? shown()).seat) {
    aim = { ply: Math.min(last(), Math.max(0, ply)), seat };
    if (!busy) follow();
  }

  async function follow() { // one question at a time; of several wishes the last counts
    busy = true;
    try {
      for (let asked = null; asked !== aim;) {
        asked = aim;
        const url = `${root().dataset.url}?ply=${asked.ply}&seat=${asked.seat}`;
        history.replaceState(history.state, "", url);
        document.querySelector(".top [name=next]").value = url;
        await htmx.ajax("GET", url, { target: "#table", swap: "outerMorph" });
      }
    } finally {
      busy = false;
      aim = null;
      paint();
      beat();
    }
  }

  function beat() {
    clearTimeout(waiting);
    if (playing() && target() >= last()) set(false);
    if (playing()) waiting = setTimeout(() => go(target() + 1), Number(speed()));
  }

  function set(on) {
    desk.dataset.playing = on ? "1" : "0";
    clearTimeout(waiting);
  }

  function toggle() {
    set(!playing());
    if (playing()) go(target() >= last() ? 0 : target() + 1);
  }

  function paint() { // what a moment from the server does not know
    document.getElementById("scrub").value = target();
    document.getElementById("speed").value = speed();
  }

  document.addEventListener("click", (event) => {
    const at = (selector) => event.target.closest?.(selector);
    if (at("[data-copy]")) return copy(at("[data-copy]"));
    if (at(".graph")) return jump(event, at(".graph"));
    if (!root() || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (at("#auto")) return toggle();
    const step = at("a[data-ply]"), view = at("a[data-seat]");
    if (!step && !view) return;
    event.preventDefault();
    if (step) set(false);
    step ? go(moved(step)) : go(target(), view.dataset.seat);
  });

  const steps = { "step-back": -1, "step-forward": 1 }; // from where one is going; all other links name their move
  const moved = (link) => link.id in steps ? target() + steps[link.id] : Number(link.dataset.ply);

  if (!root()) return;
  document.addEventListener("input", (event) => {
    if (event.target.id === "scrub") {
      set(false);
      go(Number(event.target.value));
    }
  });
  document.addEventListener("change", (event) => {
    if (event.target.id === "speed") localStorage.setItem("speed", event.target.value);
  });
  document.addEventListener("keydown", (event) => {
    if (event.target.closest?.("select, input:not(#scrub), dialog, #closeup") || event.ctrlKey || event.metaKey || event.altKey) return;
    const keys = { ArrowLeft: target() - 1, ArrowRight: target() + 1, Home: 0, End: last() };
    if (event.key in keys) {
      event.preventDefault();
      set(false);
      go(keys[event.key]);
    } else if (event.key === " " && !event.target.matches?.("button, a, summary")) {
      event.preventDefault();
      toggle();
    }
  });
  document.addEventListener("htmx:after:swap", paint);
  paint();
})();
