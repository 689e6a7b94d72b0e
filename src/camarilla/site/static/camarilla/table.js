// The page of a table: links things on the board with the choices that the server offers. It knows no rules.
// Every choice is a button of the form; `data-path` names the things that lead to it, in the order of clicks.
"use strict";
(() => {
  const desk = document.getElementById("desk");
  const find = (selector, from = document) => [...from.querySelectorAll(selector)];
  const thing = (name) => document.querySelector(`#board [data-thing="${CSS.escape(name)}"]`);
  const choices = () => find("#choices [data-path]").map((button) => ({ button, path: button.dataset.path.split(" ") }));
  const table = () => document.getElementById("table");
  let picked = [];

  // --- Picking: a card, then a place ---

  const fits = ({ path }, names) => names.every((name, i) => path[i] === name);

  function mark() {
    const open = choices().filter((choice) => fits(choice, picked));
    if (picked.length && !open.length) picked = [];
    const next = new Set(choices().filter((choice) => fits(choice, picked)).map(({ path }) => path[picked.length]));
    const asked = wanted(), sights = new Set(table()?.dataset.points?.split(" "));
    for (const one of find("#board .thing")) {
      const name = one.dataset.thing;
      one.classList.toggle("can", next.has(name));
      stamp(one, asked.has(name) ? "click" : sights.has(name) ? "look" : "");
      one.classList.toggle("chosen", picked.includes(name));
      if (next.has(name) || picked.includes(name)) one.setAttribute("aria-pressed", String(picked.includes(name)));
      else one.removeAttribute("aria-pressed");
    }
    table()?.classList.toggle("picking", picked.length > 0);
  }

  // What a lesson asks for next: the first thing that leads there, or the one after what has been picked.
  function wanted() {
    const asked = choices().filter(({ button }) => button.classList.contains("wanted"));
    const begun = asked.filter((choice) => fits(choice, picked));
    return new Set(begun.length ? begun.map(({ path }) => path[picked.length]) : asked.map(({ path }) => path[0]));
  }

  function stamp(one, kind) {
    one.classList.toggle("bidden", kind === "click");
    one.classList.toggle("sight", kind === "look");
    const sign = one.querySelector(":scope > .mark") ?? (kind && one.appendChild(document.createElement("span")));
    if (sign) sign.className = `mark ${kind}`;
    if (sign && !kind) sign.remove();
  }

  function pick(name) {
    if (picked.includes(name)) picked = picked.slice(0, picked.indexOf(name));
    else if (!take([...picked, name]) && !take([name])) return ask(name);
    mark();
  }

  function take(names) {
    const open = choices().filter((choice) => fits(choice, names));
    if (!open.length) return false;
    const whole = open.find(({ path }) => path.length === names.length);
    picked = whole ? [] : names;
    if (whole) whole.button.click();
    return true;
  }

  // Why can't I? Only who plays is answered, so only they ask.
  function ask(name) {
    const { mine, why = desk.dataset.why } = table().dataset;
    if (mine === undefined) return;
    const asked = new URL(why, location.href);
    asked.searchParams.set("seat", mine);
    asked.searchParams.set("things", [...picked, name].join(" "));
    htmx.ajax("GET", asked.pathname + asked.search, { target: "#notice", swap: "innerHTML" });
  }

  document.addEventListener("click", (event) => {
    const one = event.target.closest?.("#board .thing");
    if (one) pick(one.dataset.thing);
  });

  // --- What glows: things that a hint speaks of ---

  function glow(names) {
    const wanted = new Set(names.split(" "));
    for (const one of find("#board .thing")) one.classList.toggle("glow", wanted.has(one.dataset.thing));
  }
  const spoken = () => document.querySelector("#notice [data-hint]")?.dataset.hint ?? "";
  for (const kind of ["pointerover", "focusin", "click"]) {
    document.addEventListener(kind, (event) => { const hint = event.target.closest?.("[data-hint]"); if (hint) glow(hint.dataset.hint); });
  }
  document.addEventListener("click", (event) => {
    if (event.target.closest?.(".tool.hint")) note(desk.dataset.thinking, "thinking");
    else if (event.target.closest?.("#notice .close") || (event.target.closest?.("#notice") && !event.target.closest("a, button"))) hush();
  });
  const notice = () => document.getElementById("notice");
  function note(text, kind = "") {
    const said = document.createElement("p");
    said.className = `notice ${kind}`;
    said.textContent = text;
    notice().replaceChildren(said);
  }
  function hush() {
    notice()?.replaceChildren();
    glow(spoken());
  }

  // --- Enlarging a card: hover; long press, right click or the key e to keep it and follow its links ---

  const closeup = document.getElementById("closeup");
  const texts = new Map();
  let waiting = 0, enlarged = null, long = false, clicked = { x: -9, y: -9 };

  async function enlarge(one, pin = false) {
    const url = desk.dataset.card.replace("CARD", encodeURIComponent(one.dataset.card)) + (desk.dataset.query ?? "");
    if (!texts.has(url)) {
      const answer = await fetch(url, { headers: { "HX-Request": "true" } });
      if (!answer.ok) return;
      texts.set(url, await answer.text());
    }
    if (!one.isConnected || document.querySelector("dialog[open]")) return;
    closeup.innerHTML = texts.get(url);
    closeup.showPopover();
    enlarged = one;
    place(one.getBoundingClientRect(), closeup.getBoundingClientRect());
    closeup.classList.toggle("pinned", pin);
    if (pin) closeup.focus({ preventScroll: true });
  }

  // The policy forbids style attributes in markup; a rule of a constructed sheet may change.
  const sheet = new CSSStyleSheet();
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  function place(box, size) {
    const within = (at, most) => Math.min(Math.max(8, at), Math.max(8, most));
    const beside = box.right + size.width + 16 < innerWidth ? box.right + 8 : box.left - size.width - 8;
    const above = box.top - size.height - 12, below = box.bottom + 12;
    const [left, top] = beside > 0 ? [beside, box.top] : [(innerWidth - size.width) / 2, below + size.height + 8 < innerHeight ? below : above];
    sheet.replaceSync(`#closeup{left:${within(left, innerWidth - size.width - 8)}px;top:${within(top, innerHeight - size.height - 8)}px}`);
  }
  function shrink() {
    clearTimeout(waiting);
    if (!closeup?.matches(":popover-open")) return false;
    if (closeup.contains(document.activeElement)) enlarged?.focus({ preventScroll: true });
    closeup.hidePopover();
    return true;
  }
  const soon = (deed, delay) => { clearTimeout(waiting); waiting = setTimeout(deed, delay); };
  const card = (event) => event.target.closest?.("[data-card]:not(#desk)");
  const inside = (event) => event.target.closest?.("#closeup");
  const pinned = () => closeup.matches(".pinned:popover-open");

  document.addEventListener("pointerover", (event) => {
    const one = card(event), rests = Math.hypot(event.clientX - clicked.x, event.clientY - clicked.y) < 6; // the board moved, not the mouse
    if (one && event.pointerType === "mouse" && !rests && !pinned()) soon(() => enlarge(one), 450);
  });
  document.addEventListener("pointerout", (event) => { if (card(event) && event.pointerType === "mouse" && !pinned()) shrink(); });
  document.addEventListener("pointerdown", (event) => {
    long = false;
    clicked = { x: event.clientX, y: event.clientY };
    if (inside(event)) return;
    const one = card(event);
    shrink();
    if (one && event.pointerType !== "mouse") soon(() => { long = true; enlarge(one, true); }, 400);
  });
  for (const kind of ["pointerup", "pointercancel"]) document.addEventListener(kind, () => clearTimeout(waiting));
  document.addEventListener("click", (event) => { // letting go after a long press picks nothing
    if (long && card(event)) { event.preventDefault(); event.stopPropagation(); }
    long = false;
  }, true);
  document.addEventListener("contextmenu", (event) => {
    const one = card(event);
    if (!one) return;
    event.preventDefault();
    if (event.pointerType === "mouse") enlarge(one, true);
  });
  closeup?.addEventListener("click", (event) => { if (event.target.closest("a")) shrink(); }); // back to the card, then on to the rules
  document.addEventListener("scroll", (event) => { if (!inside(event)) shrink(); }, { passive: true });

  // --- Keys ---

  document.addEventListener("keydown", (event) => {
    if (event.target.matches?.("input, select, textarea") || event.ctrlKey || event.metaKey || event.altKey) return;
    if (document.querySelector("dialog[open]")) return;
    const keys = { Escape: back, e: () => { const one = card(event); if (inside(event)) shrink(); else if (one) enlarge(one, true); }, u: () => press(".tool.undo"), h: () => press(".tool.hint"), n: next };
    keys[event.key]?.();
  });
  const press = (selector) => document.querySelector(`#table ${selector}`)?.click();
  function back() {
    if (shrink()) return;
    picked = picked.slice(0, -1);
    mark();
  }
  function next() {
    const all = find("#board .can");
    all[(all.indexOf(document.activeElement) + 1) % all.length]?.focus();
  }

  // --- Following the match ---

  let title = document.title, ply = table()?.dataset.ply, turn = table()?.dataset.turn, held = null;
  const onward = () => document.querySelector("[data-follow]")?.href;
  const known = onward(); // of a rematch that had begun before this page was opened
  let going = false; // there already, by one's own click, which is answered with the way

  function look() {
    const mine = table()?.dataset.turn === "1", moved = table()?.dataset.ply !== ply;
    document.title = mine ? `● ${desk.dataset.yourTurn} ${title}` : title;
    if (moved) announce(mine);
    if (moved && !(mine && turn === "1")) hush(); // what was said before was about something else
    ({ ply, turn } = table()?.dataset ?? {});
    if (onward() !== known && !going) location.assign(onward());
    mark();
    glow(spoken());
    count();
    listen();
    if (enlarged && !enlarged.isConnected) shrink();
    hold();
  }

  // Whoever plays by keyboard is not sent back to the top of the page by a move. What was focused may be gone, or may no
  // longer take the focus; until there is something to do, the table has it.
  const isFocused = () => document.activeElement && document.activeElement !== document.body;
  function hold() {
    if (held === null || isFocused()) return;
    for (const one of [thing(held), ...find("#board .can"), ...find("#choices button"), table()]) {
      one?.focus({ preventScroll: true });
      if (isFocused()) break;
    }
    if (document.activeElement !== table()) held = null;
  }

  document.addEventListener("htmx:config:request", (event) => {
    const { request, target } = event.detail.ctx;
    request.headers["X-CSRFToken"] = desk.dataset.token;
    if (request.method === "POST" && target === table()) hush();
  });
  document.addEventListener("htmx:config:request", (event) => {
    if (!event.detail.ctx.request.action.endsWith("/again/")) return;
    going = true;
    setTimeout(() => { going = false; look(); }, 3000); // should there have been no answer
  });
  document.addEventListener("htmx:before:swap", () => {
    const here = document.activeElement;
    if (here === table() || !isFocused()) return; // still waiting for something to do
    held = here.dataset.thing ?? (here.closest("#table, #notice") ? "" : null);
  });
  document.addEventListener("htmx:after:swap", look);
  const lost = document.getElementById("lost");
  document.addEventListener("htmx:sse:error", () => { lost.hidden = false; });
  document.addEventListener("htmx:after:sse:connection", () => { lost.hidden = true; });
  document.addEventListener("htmx:error", () => { lost.hidden = false; });
  document.addEventListener("htmx:after:request", () => { lost.hidden = true; });

  // --- Clocks ---

  let clock = 0;
  function count() {
    clearInterval(clock);
    const timer = document.querySelector(".timer");
    if (!timer) return;
    const until = Date.now() + 1000 * Number(timer.dataset.seconds);
    clock = setInterval(() => { timer.textContent = Math.max(0, Math.round((until - Date.now()) / 1000)); }, 250);
  }

  // --- Being told: a remark of somebody else, a notification when the page is hidden, a little sound when it is not ---

  const heard = document.getElementById("heard");
  let fading = 0, latest = Number(lastRemark()?.dataset.remark ?? 0);

  function lastRemark() {
    return find(".said [data-remark]").at(-1);
  }
  function listen() {
    const remark = lastRemark();
    if (!heard || !remark || Number(remark.dataset.remark) <= latest) return; // one may have been removed
    latest = Number(remark.dataset.remark);
    heard.replaceChildren(...remark.cloneNode(true).childNodes);
    heard.hidden = false;
    clearTimeout(fading);
    fading = setTimeout(() => { heard.hidden = true; }, 6000);
    sound(520);
  }

  const bell = document.getElementById("bell"), speaker = document.getElementById("sound");
  const isOn = (name, usual) => (localStorage.getItem(name) ?? usual) === "on";
  const bellRings = () => isOn("bell", "off") && "Notification" in window && Notification.permission === "granted";
  const soundIsOn = () => isOn("sound", "on");
  function show() {
    bell?.setAttribute("aria-pressed", String(bellRings()));
    speaker?.setAttribute("aria-pressed", String(soundIsOn()));
  }
  bell?.addEventListener("click", async () => {
    localStorage.setItem("bell", bellRings() ? "off" : "on");
    if (isOn("bell", "off")) await askLeave();
    show();
  });
  async function askLeave() {
    if (!("Notification" in window)) return note(desk.dataset.bellMissing);
    const leave = Notification.permission === "default" ? await Notification.requestPermission() : Notification.permission;
    note(leave === "granted" ? desk.dataset.bellOn : desk.dataset.bellDenied);
  }
  speaker?.addEventListener("click", () => {
    localStorage.setItem("sound", soundIsOn() ? "off" : "on");
    show();
    sound(660, 880);
  });
  function announce(mine) {
    if (mine) sound(660, 880);
    else sound(330);
    if (mine && document.hidden && bellRings()) new Notification(title, { body: desk.dataset.yourTurn });
  }

  let audio = null;
  for (const kind of ["pointerdown", "keydown"]) document.addEventListener(kind, () => { audio ??= speaker && new AudioContext(); }, { once: true });
  function sound(...tones) { // nobody is played to who has not touched the page yet
    if (!audio || !soundIsOn() || document.hidden) return;
    const tone = audio.createOscillator(), volume = audio.createGain(), now = audio.currentTime, end = now + 0.12 * tones.length + 0.2;
    tones.forEach((pitch, number) => tone.frequency.setValueAtTime(pitch, now + 0.12 * number));
    volume.gain.setValueAtTime(0.06, now);
    volume.gain.exponentialRampToValueAtTime(0.001, end);
    tone.connect(volume).connect(audio.destination);
    tone.start(now);
    tone.stop(end);
  }

  show();
  look();
})();
