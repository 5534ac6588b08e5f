// A question with two buttons over the page, on the other half of the screen than the button that brought it up.

function element(tag, properties, ...children) {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children);
  return made;
}

function button(label, kind, act) {
  const made = element("button", { type: "button", className: `btn btn-wide ${kind}` }, label);
  made.dataset.deliberate = "";
  made.addEventListener("click", act);
  return made;
}

/** Whether the person says yes. `pressed` is the button that was pressed, `lines` what is asked. */
export function ask({ pressed, title, lines, yes, no }) {
  if (document.querySelector(".at-ask")) return Promise.resolve(false);
  const dialog = element("dialog", { className: "at-ask", tabIndex: -1 });
  const { top, height } = pressed.getBoundingClientRect();
  dialog.classList.toggle("at-ask-low", top + height / 2 < innerHeight / 2);
  return new Promise((resolve) => {
    const answer = (said) => {
      dialog.close?.();
      dialog.remove();
      resolve(said);
    };
    dialog.addEventListener("cancel", () => answer(false));
    const heading = element("h2", { id: "at-ask" }, title);
    dialog.setAttribute("aria-labelledby", heading.id);
    dialog.append(heading, ...lines.map((line) => element("p", {}, line)),
      button(no, "", () => answer(false)), button(yes, "btn-go", () => answer(true)));
    document.body.append(dialog);
    if (dialog.showModal) dialog.showModal();
    else dialog.setAttribute("open", "");
    dialog.focus(); // no button: a key that is still held presses none
  });
}
