// Lines of a sheet; a game without a fixed number of hands gets further ones while its last lines are typed.

const SPARE = 8;

// Return the fields of the hands in order.
export function handFields(form) {
  return [...form.querySelectorAll("input[name^='h']")].filter((field) => /^h\d+$/.test(field.name));
}

// Add lines until there are spare ones after hand `no`; return the fields of their hands.
export function addLines(form, no) {
  const added = [];
  if (!("grows" in form.dataset)) return added;
  let last = [...form.querySelectorAll("tr[data-no]")].at(-1);
  while (Number(last.dataset.no) < no + SPARE) {
    const next = nextLine(last);
    last.after(next);
    added.push(...handFields(next));
    last = next;
  }
  return added;
}

function nextLine(row) {
  const next = row.cloneNode(true);
  const before = row.dataset.no;
  const no = String(Number(before) + 1);
  const renamed = (text) => text.replace(before, no);
  next.dataset.no = no;
  next.classList.remove("round-end");
  next.querySelector("th").textContent = no;
  for (const label of next.querySelectorAll("label")) {
    label.htmlFor = renamed(label.htmlFor);
    label.textContent = renamed(label.textContent);
  }
  for (const field of next.querySelectorAll("input")) {
    field.name = renamed(field.name);
    field.id = renamed(field.id);
    field.value = "";
    field.removeAttribute("value");
    field.removeAttribute("aria-invalid");
    field.removeAttribute("aria-describedby");
  }
  for (const errors of next.querySelectorAll(".errors")) {
    errors.id = renamed(errors.id);
    errors.textContent = "";
  }
  for (const cell of next.querySelectorAll("[data-deal], [data-column]")) cell.replaceChildren();
  return next;
}
