// A dialog with two buttons, placed on the half of the screen away from the button that opened it.

function element(tag, properties, ...children) {
  const created = Object.assign(document.createElement(tag), properties);
  created.append(...children);
  return created;
}

function button(label, kind, act) {
  const created = element("button", { type: "button", className: `btn btn-wide ${kind}` }, label);
  created.dataset.deliberate = "";
  created.addEventListener("click", act);
  return created;
}

/** Ask a yes-or-no question; resolves to the answer. `pressed`: the button that opened it, `lines`: the text. */
export function ask({ pressed, title, lines, yes, no }) {
  if (document.querySelector(".at-ask")) return Promise.resolve(false);
  const dialog = element("dialog", { className: "at-ask", tabIndex: -1 });
  const { top, height } = pressed.getBoundingClientRect();
  dialog.classList.toggle("at-ask-low", top + height / 2 < innerHeight / 2);
  return new Promise((resolve) => {
    const answer = (confirmed) => {
      dialog.close?.();
      dialog.remove();
      resolve(confirmed);
    };
    dialog.addEventListener("cancel", () => answer(false));
    const heading = element("h2", { id: "at-ask" }, title);
    dialog.setAttribute("aria-labelledby", heading.id);
    dialog.append(heading, ...lines.map((line) => element("p", {}, line)),
      button(no, "", () => answer(false)), button(yes, "btn-go", () => answer(true)));
    document.body.append(dialog);
    if (dialog.showModal) dialog.showModal();
    else dialog.setAttribute("open", "");
    dialog.focus(); // focus no button, so that a key that is still held presses none
  });
}
