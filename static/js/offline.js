// Lets the browser keep the event's pages for reading without network, where it may (https or localhost).
//
// The home of an event names the pages of the phone's own player: they are kept before they are opened, at most every ten
// minutes. An installed event asks that the browser does not remove them.
{
  const PAGES = "pinju-pages-2"; // as in offline_worker.js
  const MINUTES = 10;

  const isFresh = (kept) => kept && Date.now() - Date.parse(kept.headers.get("Date")) < MINUTES * 60_000;

  async function keep(address) {
    const pages = await caches.open(PAGES);
    const url = new URL(address, location.href).href;
    if (isFresh(await pages.match(url))) return;
    const response = await fetch(url, { priority: "low" });
    const copy = response.clone();
    if (response.ok && (await copy.text()).includes("data-offline")) await pages.put(url, response);
  }

  async function keepOwnPages() {
    await navigator.serviceWorker.ready;
    if (matchMedia("(display-mode: standalone)").matches) await navigator.storage.persist();
    const ahead = document.querySelector("[data-offline]")?.dataset.offline ?? "";
    for (const address of ahead.split(" ").filter(Boolean)) await keep(address);
  }

  if ("serviceWorker" in navigator) {
    navigator.serviceWorker.register("/offline-worker.js").then(keepOwnPages).catch(() => {}); // no network: next time
  }
}
