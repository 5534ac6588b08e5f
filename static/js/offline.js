// Lets the browser keep the event's pages for reading without network, where it may (https or localhost).

if ("serviceWorker" in navigator) navigator.serviceWorker.register("/offline-worker.js").catch(() => {});
