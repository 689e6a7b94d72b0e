// Shows a page when the house cannot be reached. It keeps that page and nothing else: what lies on a table is for the
// eyes of one person, and old news would be wrong ones.
"use strict";

const asked = new URL(location).searchParams;
const PAGE = "/offline/?language=" + asked.get("language");
const STATIC = ["look.css", "site.css", "offline.js", "seal.svg"].map(name => "/static/camarilla/" + name);
const KEPT = "offline " + asked.get("version") + " " + asked.get("language");
const NOBODY = [502, 504]; // a proxy answers that there is nobody behind it

async function keep() {
  const kept = await caches.open(KEPT);
  await kept.addAll([PAGE, ...STATIC].map(url => new Request(url, { cache: "reload" })));
  await self.skipWaiting();
}

async function forgetOthers() {
  for (const name of await caches.keys()) if (name !== KEPT) await caches.delete(name);
  await self.clients.claim();
}

async function visit(request) {
  try {
    const answer = await fetch(request);
    if (!NOBODY.includes(answer.status)) return answer;
  } catch { /* no line to the house */ }
  return await caches.match(PAGE) || Response.error();
}

async function find(request) {
  try {
    return await fetch(request);
  } catch {
    return await caches.match(request) || Response.error();
  }
}

self.addEventListener("install", event => event.waitUntil(keep()));
self.addEventListener("activate", event => event.waitUntil(forgetOthers()));
self.addEventListener("fetch", event => {
  const request = event.request, url = new URL(request.url);
  if (request.mode === "navigate" && request.method === "GET") event.respondWith(visit(request));
  else if (url.origin === location.origin && STATIC.includes(url.pathname)) event.respondWith(find(request));
});
