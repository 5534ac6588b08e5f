// The service worker of the Table: the network first, so it needs no version; without network the kept copy.

const CACHE = "pinju-table";

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

const isPage = ({ mode }) => mode === "navigate";
const isFile = ({ url }) => new URL(url).pathname.startsWith("/static/");

/** Keep a page or file that came; another table's page and a refused one are forgotten. */
async function keep(request, answer) {
  const cache = await caches.open(CACHE);
  if (isPage(request)) {
    const pages = (await cache.keys()).filter((kept) => !isFile(kept));
    await Promise.all(pages.map((page) => cache.delete(page)));
  }
  if (answer.ok && !answer.redirected) await cache.put(request.url.split("?")[0], answer);
}

async function networkFirst(event) {
  const { request } = event;
  try {
    const answer = await fetch(request);
    event.waitUntil(keep(request, answer.clone()));
    return answer;
  } catch (offline) {
    const kept = await caches.match(request, { ignoreSearch: true, ignoreVary: true });
    if (kept) return kept;
    throw offline;
  }
}

self.addEventListener("fetch", (event) => {
  if (event.request.method === "GET" && (isPage(event.request) || isFile(event.request))) event.respondWith(networkFirst(event));
});
