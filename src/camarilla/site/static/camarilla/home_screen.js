// The house on a phone's home screen: a worker shows a page of ours when there is no line.
"use strict";

if ("serviceWorker" in navigator && window.isSecureContext) {
  const { worker } = document.currentScript.dataset;
  addEventListener("load", () => navigator.serviceWorker.register(worker, { scope: "/" }).catch(() => {}));
}
