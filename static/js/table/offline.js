// Let a reload show the table's page without network. Only https and localhost allow the service worker that does it.

const CACHE = "pinju-table";
const KINDS = new Set(["script", "link", "css", "img", "other"]);

/** Return the addresses of the page and of everything static that it loaded. */
function loaded() {
  const entries = performance.getEntriesByType("resource").filter(({ initiatorType }) => KINDS.has(initiatorType));
  const files = entries.map(({ name }) => name).filter((name) => name.startsWith(`${location.origin}/static/`));
  return [location.pathname, ...new Set(files)];
}

/** Keep this page for a reload without network; return whether the browser can. */
export async function keepPage(script, scope) {
  if (!navigator.serviceWorker || !globalThis.caches) return false;
  try {
    await navigator.serviceWorker.register(script, { scope });
    const cache = await caches.open(CACHE);
    await cache.addAll(loaded());
    return true;
  } catch {
    return false;
  }
}
