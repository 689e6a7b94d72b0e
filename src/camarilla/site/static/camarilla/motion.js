// What moves on a page that follows a match, and that no click is lost by it: cards glide to their new places themselves,
// without a picture of the page over them; nothing changes while a pointer is down; a click counts for what lay there
// when somebody aimed at it; and a second click of somebody in a hurry is not a second move.
"use strict";
(() => {
  const GLIDE = 280, AIM = 200, HURRY = 400, LONGEST_PRESS = 3000; // milliseconds; nobody sees and clicks within AIM
  const NEAR = 10; // pixels within which two clicks are at one spot
  const all = (selector) => [...document.querySelectorAll(selector)];

  // --- What has come: only what is newer than what is shown, and not while a pointer is down ---

  const coming = new Map(); // by what it is to take the place of
  const revisionOf = (text) => Number(/<main id="table"[^>]*data-revision="(\d+)"/.exec(text)?.[1] ?? NaN);
  let newest = Number(document.getElementById("table")?.dataset.revision ?? -1); // my own move is answered twice, and answers may overtake each other

  document.addEventListener("htmx:before:swap", (event) => {
    const { ctx } = event.detail, revision = revisionOf(ctx.text);
    if (revision <= newest) return event.preventDefault(); // nothing new
    if (press) {
      if (!(revisionOf(coming.get(ctx.target)?.text) > revision)) coming.set(ctx.target, { ...ctx });
      return event.preventDefault();
    }
    if (revision) newest = revision;
    remember();
  });
  document.addEventListener("htmx:after:swap", glide);

  // --- Gliding ---

  const still = matchMedia("(prefers-reduced-motion: reduce)");
  let places = new Map(); // of cards by their ids, before the swap: where on the board

  function placesNow() {
    const board = document.getElementById("board")?.getBoundingClientRect();
    return new Map(all("#board [id]").map((one) => [one.id, placeOf(one, board)]));
  }

  function placeOf(one, board) {
    const { left, top, width, height } = one.getBoundingClientRect();
    return { x: left + width / 2 - board.left, y: top + height / 2 - board.top, width, height };
  }

  function glide() {
    const before = places;
    places = new Map();
    if (still.matches || !before.size) return;
    for (const one of gliding()) one.cancel();
    for (const [id, now] of placesNow()) {
      const steps = journey(before.get(id), now);
      if (steps) document.getElementById(id).animate(steps, { id: "glide", duration: GLIDE, easing: "ease" });
    }
  }

  function journey(was, now) {
    if (!now.width) return null;
    if (!was?.width) return [{ opacity: 0 }, {}];
    const right = was.x - now.x, down = was.y - now.y, size = was.width / now.width;
    if (Math.hypot(right, down) < 1 && Math.abs(size - 1) < 0.02) return null;
    return [{ translate: `${right}px ${down}px`, scale: size, zIndex: 4 }, { translate: "0px 0px", scale: 1, zIndex: 4 }];
  }

  const gliding = () => document.getAnimations().filter(({ id }) => id === "glide");

  // --- Pressing: all stands still from the moment a pointer is down until its click has been dealt with ---

  let press = null; // where, when, and what lay there just before

  addEventListener("pointerdown", (event) => {
    letGo();
    press = { x: event.clientX, y: event.clientY, at: event.timeStamp, lay: layAt(event) };
    for (const one of gliding()) one.pause();
    press.end = setTimeout(letGo, LONGEST_PRESS);
  }, true);
  addEventListener("pointercancel", letGo, true);
  addEventListener("pointerup", () => { if (press) { clearTimeout(press.end); press.end = setTimeout(letGo, 150); } }, true); // the click comes at once, or not at all

  function letGo() {
    if (!press) return;
    clearTimeout(press.end);
    press = null;
    for (const one of gliding()) one.play();
    for (const [target, ctx] of [...coming]) {
      coming.delete(target);
      htmx.swap(ctx);
    }
  }

  // --- Aiming: nobody can have reacted to what others have changed only just now, in the middle of my turn ---

  const SPOTS = "#board .thing, #table form button";
  const nameOf = (one) => one?.dataset.thing ?? (one && `${one.form.action} ${one.value}`);
  const spot = (element) => element.closest?.(SPOTS) ?? null;
  let layouts = []; // of the last moments: when they ended, and where everything lay

  function remember() {
    places = placesNow();
    if (document.getElementById("table")?.dataset.turn !== "1") return;
    const boxes = all(SPOTS).map((one) => ({ name: nameOf(one), box: onPage(one.getBoundingClientRect()) }));
    layouts = [...layouts.filter(({ until }) => until > performance.now() - AIM), { until: performance.now(), boxes }];
  }

  const onPage = ({ left, top, width, height }) => new DOMRect(left + scrollX, top + scrollY, width, height); // wherever it is scrolled to

  function layAt(event) { // all that did, the uppermost last
    const { left, top } = onPage(new DOMRect(event.clientX, event.clientY));
    const { boxes = [] } = layouts.find(({ until }) => until > performance.now() - AIM) ?? {};
    return boxes.filter(({ box }) => left >= box.left && left <= box.right && top >= box.top && top <= box.bottom).map(({ name }) => name);
  }

  addEventListener("click", (event) => {
    if (!event.isTrusted || !event.detail) return; // by a key, or by a script
    const lay = press?.lay ?? [], moved = lay.length && !lay.includes(nameOf(spot(event.target)));
    if (moved || isHurried(event)) {
      event.preventDefault();
      event.stopImmediatePropagation();
      if (!isHurried(event)) all(SPOTS).find((one) => nameOf(one) === lay.at(-1))?.click();
    }
    setTimeout(letGo);
  }, true);

  // --- Hurrying: what is under way is not sent again, nor is what happens to lie at the same spot afterwards ---

  const underway = new Set(); // with what is sent: news of a move may come before its answer, and the next one is another
  let played = null; // the press that made the last move

  const isHurried = ({ clientX, clientY, timeStamp }) =>
    played && timeStamp - played.at < HURRY && Math.hypot(clientX - played.x, clientY - played.y) < NEAR;

  document.addEventListener("htmx:config:request", (event) => {
    const { method, action, body } = event.detail.ctx.request;
    if (method !== "POST") return;
    const asked = `${action} ${new URLSearchParams(body)}`;
    if (underway.has(asked)) return event.preventDefault();
    underway.add(asked);
    played = body.has("move") ? press : null;
  });
  document.addEventListener("htmx:finally:request", (event) => {
    const answered = [...underway].filter((asked) => asked.startsWith(`${event.detail.ctx.request.action} `));
    for (const asked of answered) underway.delete(asked);
    if (answered.length) layouts = []; // this change was mine
  });
  addEventListener("keydown", (event) => { if (event.repeat && ["Enter", " "].includes(event.key) && spot(event.target)) event.preventDefault(); }, true);
})();
