// Changing a field that is used only with one value of a choice selects that value.
// The field names the choice and the value: data-chooses="name=value".

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

document.addEventListener("input", choose);
document.addEventListener("change", choose);
