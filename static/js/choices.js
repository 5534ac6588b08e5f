// Some fields are used only with one value of a choice: changing such a field chooses that value.
// A field names the choice and the value: data-chooses="name=value".

function choose(event) {
  const said = event.target.dataset?.chooses;
  const form = event.target.form;
  if (!said || !form) return;
  const at = said.indexOf("=");
  const value = said.slice(at + 1);
  for (const control of form.querySelectorAll(`[name="${CSS.escape(said.slice(0, at))}"]`)) {
    if (control.type === "radio") control.checked = control.value === value;
    else if (control.tagName === "SELECT") control.value = value;
  }
}

document.addEventListener("input", choose);
document.addEventListener("change", choose);
