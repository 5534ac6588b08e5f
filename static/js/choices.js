// Changing a field that is used only with one value of a choice selects that value.
// The field names the choice and the value: data-chooses="name=value".
// A part that only some choices use is hidden while none of them is met: data-shown-with="name=value other=*" (* is any
// value). A part with typed values or an error stays, so that nothing is sent unseen.

function choose(event) {
  const target = event.target.dataset?.chooses;
  const form = event.target.form;
  if (!target || !form) return;
  const separator = target.indexOf("=");
  const value = target.slice(separator + 1);
  for (const control of form.querySelectorAll(`[name="${CSS.escape(target.slice(0, separator))}"]`)) {
    if (control.type === "radio") control.checked = control.value === value;
    else if (control.tagName === "SELECT") control.value = value;
  }
}

function isMet(condition, given) {
  const separator = condition.indexOf("=");
  const values = given.getAll(condition.slice(0, separator));
  const wanted = condition.slice(separator + 1);
  return wanted === "*" ? values.some((value) => value.trim()) : values.includes(wanted);
}

function isTyped(control) {
  if (control.type === "checkbox" || control.type === "radio") return control.checked !== control.defaultChecked;
  if (control.tagName !== "SELECT") return control.value !== control.defaultValue;
  const first = [...control.options].some((option) => option.defaultSelected) ? null : control.options[0];
  return [...control.options].some((option) => option.selected !== (first ? option === first : option.defaultSelected));
}

function showUsed(form) {
  const given = new FormData(form);
  for (const marked of form.querySelectorAll("[data-shown-with]")) {
    const part = marked.closest(".field, details");
    const used = marked.dataset.shownWith.split(" ").some((condition) => isMet(condition, given));
    const kept = part.querySelector(".field-errors") || [...part.querySelectorAll("input, select, textarea")].some(isTyped);
    part.hidden = !used && !kept;
    if (part.tagName === "DETAILS" && used) part.open = true;
  }
}

function changed(event) {
  choose(event);
  if (event.target.form) showUsed(event.target.form);
}

function showAll() {
  for (const marked of document.querySelectorAll("[data-shown-with]")) showUsed(marked.form ?? marked.closest("form"));
}

document.addEventListener("input", changed);
document.addEventListener("change", changed);
// A page that the browser restores has its typed values only now.
addEventListener("pageshow", showAll);
showAll();
