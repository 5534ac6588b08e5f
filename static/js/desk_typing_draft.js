// Keep what is typed from a sheet in this browser until it is saved, and bring it back on the next visit.
// A draft keeps the version of the sheet that it was typed on (`seen`), so that saving it later merges with other changes.

import { addLines } from "./desk_typing_lines.js";

const PREFIX = "typing:";
const KEPT_DAYS = 7;
const KEPT = /^(?:[hr]\d+|(?:total|points)[ESWN]|fine_\w+|referee|mode|seen)$/;
const COMPARED = /^(?:[hr]\d+|(?:total|points)[ESWN]|fine_(?:no|seat|points|reason))$/;
const name = PREFIX + location.pathname;
const form = document.getElementById("typing");

const read = (key) => {
  try {
    return JSON.parse(localStorage.getItem(key));
  } catch {
    return null; // storage is blocked, or another program wrote this
  }
};
const remove = (key) => {
  try {
    localStorage.removeItem(key);
  } catch {
    // storage is blocked: there is no draft
  }
};

function keep(sent) {
  const values = Object.fromEntries([...new FormData(form)].filter(([field]) => KEPT.test(field)));
  try {
    localStorage.setItem(name, JSON.stringify({ at: Date.now(), sent, values }));
  } catch {
    // storage is blocked or full: the page works without drafts
  }
}

function removeOld() {
  const oldest = Date.now() - KEPT_DAYS * 86_400_000;
  try {
    Object.keys(localStorage).filter((key) => key.startsWith(PREFIX) && !(read(key)?.at > oldest)).forEach(remove);
  } catch {
    // storage is blocked
  }
}

function restore() {
  const draft = read(name);
  if (!draft) return;
  const { seen } = form.elements;
  // A draft that was sent and followed by a new version was saved.
  const isSaved = draft.sent && Number(seen.value) > Number(draft.values.seen);
  addLines(form, Math.max(0, ...Object.keys(draft.values).map((field) => Number(/^h(\d+)$/.exec(field)?.[1] ?? 0))));
  const fields = Object.entries(draft.values).filter(([field]) => form.elements[field]);
  const differs = fields.some(([field, value]) => COMPARED.test(field) && form.elements[field].value !== value);
  if (isSaved || !differs) {
    remove(name);
    return;
  }
  const before = { mode: form.elements.mode.value, seen: seen.value };
  for (const [field, value] of fields) form.elements[field].value = value;
  const notice = document.getElementById("draft");
  notice.hidden = false;
  notice.querySelector("button").addEventListener("click", () => {
    remove(name);
    notice.hidden = true;
    form.reset();
    for (const [field, value] of Object.entries(before)) form.elements[field].value = value;
    form.elements.h1.dispatchEvent(new Event("input", { bubbles: true }));
    remove(name);
    form.elements.h1.focus();
  });
}

removeOld();
if (!form) {
  remove(name); // the sheet is signed
} else {
  if (form.hasAttribute("data-refused")) keep(false);
  else restore();
  form.addEventListener("input", () => keep(false));
  form.addEventListener("submit", ({ submitter }) => keep(["save", "sign"].includes(submitter?.value) || submitter?.name === "overrule"));
}
