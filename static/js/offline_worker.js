// Keeps the public pages of an event that this device has opened, for reading without network. The network always comes
// first. Only pages that say so are kept (data-offline): none of signed-in people. Neither are those that the server lets
// nobody keep, such as a registration or an appeal. So nothing that is not public is kept.
// It also shows the notifications that a player asked for.

const PAGES = "pinju-pages-2";
const FORMER_PAGES = "pinju-pages-1"; // it kept registrations and appeals too
const FILES = "pinju-files-1";
const UNREAD_PAGE = "UNREAD"; // web/pocket/sharing/install.py puts the page here, in the reader's language

addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil(Promise.all([caches.delete(FORMER_PAGES), clients.claim()])));

async function keep(name, request, response) {
  const cache = await caches.open(name);
  await cache.put(request, response);
}

async function mayKeep(response) {
  if (!response.ok || (response.headers.get("Cache-Control") ?? "").includes("no-store")) return false;
  return (await response.clone().text()).includes("data-offline");
}

async function page(request) {
  try {
    const response = await fetch(request);
    if (await mayKeep(response)) await keep(PAGES, request.url, response.clone());
    return response;
  } catch (error) {
    const kept = await caches.match(request.url, { ignoreSearch: new URL(request.url).pathname === "/count/" });
    if (kept) return kept;
    const home = new URL(request.url).pathname.match(/^\/e\/[^/]+\//)?.[0] ?? "/";
    const headers = { "Content-Type": "text/html; charset=utf-8" };
    return new Response(UNREAD_PAGE.replace("HOME", home), { status: 503, headers });
  }
}

async function file(request) {
  try {
    const response = await fetch(request);
    if (response.ok) await keep(FILES, request, response.clone());
    return response;
  } catch (error) {
    const kept = await caches.match(request);
    if (kept) return kept;
    throw error;
  }
}

// A notification that the player asked for on the page "Notifications"; the server wrote its words
// (scoring/notifications/exports.py). A repetition has the tag of the first one and replaces it.
addEventListener("push", (event) => {
  const { title, body, lang, tag, url } = event.data.json();
  event.waitUntil(registration.showNotification(title, { body, lang, tag, icon: "/icons/192.png", data: url }));
});

// The push service gave this browser another address: the server goes on there. A browser that does not say which one it
// had before (oldSubscription) asks again on the page.
addEventListener("pushsubscriptionchange", (event) => {
  if (event.oldSubscription) event.waitUntil(renew(event.oldSubscription, event.newSubscription));
});

async function renew(former, given) {
  const next = given ?? (await registration.pushManager.subscribe(former.options));
  const { endpoint, keys } = next.toJSON();
  const named = { former: former.endpoint, former_secret: former.toJSON().keys.auth };
  const body = new URLSearchParams({ ...named, endpoint, browser_key: keys.p256dh, secret: keys.auth });
  await fetch("/notifications/renewed/", { method: "POST", body });
}

addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(clients.openWindow(event.notification.data));
});

addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== location.origin) return;
  if (event.request.mode === "navigate" && /^\/(e|count)\//.test(url.pathname)) event.respondWith(page(event.request));
  else if (url.pathname.startsWith("/static/") && event.request.destination) event.respondWith(file(event.request));
});
