// Asks the browser for its address for notifications (web push), puts it into the form and sends the form.
// The form [data-push] holds the server's key; its buttons are shown only where the browser can. data-denied and
// data-failed are the sentences when there is no address.
{
  const form = document.querySelector("[data-push]");
  const able = "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;

  const bytes = (text) => Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (sign) => sign.charCodeAt(0));
  const same = (one, other) => one?.byteLength === other.length && new Uint8Array(one).every((byte, at) => byte === other[at]);

  async function subscribed(key) {
    await navigator.serviceWorker.register("/offline-worker.js");
    const { pushManager } = await navigator.serviceWorker.ready;
    const known = await pushManager.getSubscription();
    if (known && same(known.options.applicationServerKey, key)) return known;
    await known?.unsubscribe(); // it belongs to a former key of the server
    return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  }

  async function ask(button) {
    const told = form.querySelector("[role=status]");
    const buttons = form.querySelectorAll("button");
    for (const each of buttons) each.disabled = true;
    told.textContent = "";
    try {
      if ((await Notification.requestPermission()) !== "granted") throw new DOMException("", "NotAllowedError");
      const { endpoint, keys } = (await subscribed(bytes(form.dataset.push))).toJSON();
      form.elements.endpoint.value = endpoint;
      form.elements.browser_key.value = keys.p256dh;
      form.elements.secret.value = keys.auth;
      for (const each of buttons) each.disabled = false;
      form.requestSubmit(button);
    } catch (error) {
      told.textContent = error.name === "NotAllowedError" ? form.dataset.denied : form.dataset.failed;
      for (const each of buttons) each.disabled = false;
    }
  }

  if (form && able) {
    form.querySelector("[data-no-push]").hidden = true;
    form.querySelector(".form-actions").hidden = false;
    form.addEventListener("submit", (event) => {
      if (form.elements.endpoint.value) return;
      event.preventDefault();
      ask(event.submitter);
    });
  }
}
