// Asks the device for a passkey (WebAuthn), puts its answer into the form and sends the form.
// A box [data-passkey] ("create" or "get") holds the button and is shown only where the browser can; data-options is
// the address that gives the question, data-failed and data-known are the sentences when there is no answer.

// A number is not a name of a site, and a passkey belongs to a name.
const named = !/^[\d.]+$|^\[/.test(location.hostname);
const able = window.isSecureContext && named && window.PublicKeyCredential?.parseRequestOptionsFromJSON;

async function answerOfDevice(box, form) {
  const headers = { "X-CSRFToken": form.elements.csrfmiddlewaretoken.value };
  const response = await fetch(box.dataset.options, { method: "POST", headers });
  const options = await response.json();
  if (!response.ok) throw new Error(options.message ?? box.dataset.failed);
  if (box.dataset.passkey === "create") {
    return navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options) });
  }
  return navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options) });
}

for (const box of able ? document.querySelectorAll("[data-passkey]") : []) {
  const form = box.closest("form");
  const button = box.querySelector("button");
  const told = box.querySelector("[role=status]");
  box.hidden = false;
  for (const line of document.querySelectorAll("[data-no-passkey]")) line.hidden = true;
  button.addEventListener("click", async (event) => {
    event.preventDefault();
    if (box.dataset.passkey === "create" && !form.reportValidity()) return;
    button.disabled = true;
    told.textContent = "";
    try {
      form.elements.passkey.value = JSON.stringify(await answerOfDevice(box, form));
      form.submit();
    } catch (error) {
      // The browser's own words are in its language and for developers; ours say what to do.
      const ours = error.name === "Error" ? error.message : box.dataset.failed;
      told.textContent = error.name === "InvalidStateError" ? (box.dataset.known ?? ours) : ours;
      button.disabled = false;
    }
  });
}
