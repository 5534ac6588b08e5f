// The pad of points: keys of their own for the usual points, digits for the others.

/**
 * Answer the keys of the pad. `points`: the field; `isFresh`, `changed`: whether a digit starts anew, and what follows;
 * `cleaned`: returns what the game allows of a text.
 */
export function answerKeys(pad, points, { isFresh, changed, cleaned }) {
  pad.hidden = false;
  pad.addEventListener("click", ({ target }) => {
    const pressed = target.closest("button")?.dataset;
    if (pressed?.points) points.value = pressed.points;
    else if (pressed?.key) points.value = cleaned(typed(points.value, pressed.key, isFresh()));
    else return;
    changed(Boolean(pressed.points));
  });
}

/** Return the value after a digit, "back" or "clear". */
function typed(value, key, fresh) {
  if (key === "clear") return "";
  if (key === "back") return value.slice(0, -1);
  const before = fresh || value === "0" ? "" : value;
  return `${before}${key}`;
}
