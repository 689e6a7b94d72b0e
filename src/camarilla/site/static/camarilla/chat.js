// The chat of a table: the field is emptied when its words have gone, the latest line is in sight, and whom somebody has
// muted is not shown in this browser.
"use strict";
(() => {
  const key = `muted ${document.getElementById("desk").dataset.slug}`;
  const muted = new Set(JSON.parse(localStorage.getItem(key) ?? "[]"));
  const kept = ["phrases", "chat-tools"]; // what one has opened stays open when the page changes around it
  const sheet = new CSSStyleSheet(); // a rule holds for lines that come later, too
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];

  function mute() {
    sheet.replaceSync([...muted].map((by) => `#chat-log [data-by="${CSS.escape(by)}"]{display:none}`).join(""));
    for (const line of document.querySelectorAll("#chat-log li")) if (muted.has(line.dataset.by)) delete line.firstElementChild.dataset.remark; // nor told of
    for (const button of document.querySelectorAll("[data-mute]")) button.setAttribute("aria-pressed", String(muted.has(button.dataset.mute)));
  }
  document.addEventListener("click", (event) => {
    const by = event.target.closest?.("[data-mute]")?.dataset.mute;
    if (by === undefined) return;
    if (!muted.delete(by)) muted.add(by);
    localStorage.setItem(key, JSON.stringify([...muted]));
    mute();
  });

  let opened = [], last = null;
  function look() {
    for (const id of opened) document.getElementById(id)?.setAttribute("open", "");
    const log = document.getElementById("chat-log"), newest = log?.querySelector("li:last-child")?.id;
    if (newest !== last) log?.scrollTo(0, log.scrollHeight);
    last = newest;
    mute();
  }
  document.addEventListener("htmx:before:swap", () => { opened = kept.filter((id) => document.getElementById(id)?.open); });
  document.addEventListener("htmx:after:swap", look, true); // before the page tells what is new

  let sent = null;
  document.addEventListener("htmx:config:request", (event) => { if (event.target.id === "chat") sent = document.getElementById("chat-text").value; });
  document.addEventListener("htmx:after:request", (event) => {
    const field = document.getElementById("chat-text");
    if (event.target.id === "chat" && event.detail.ctx.response.status < 400 && field?.value === sent) field.value = "";
  });
  look();
})();
