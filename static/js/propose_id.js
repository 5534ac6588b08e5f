// Derive the event's id from its name until an id is typed; the server derives it for names without Latin letters.
const [name, id] = ["name", "slug"].map((field) => document.querySelector(`[name="${field}"]`));
if (name && id) {
  let follows = !id.value;
  id.addEventListener("input", () => { follows = !id.value; });
  name.addEventListener("input", () => {
    if (!follows) return;
    const plain = name.value.toLowerCase().normalize("NFKD").replace(/[\u0300-\u036f]/g, "");
    const words = plain.match(/[a-z0-9]+/g) || [];
    id.value = /[a-z]/.test(words.join("")) ? words.join("-").slice(0, 60).replace(/-$/, "") : "";
  });
}
