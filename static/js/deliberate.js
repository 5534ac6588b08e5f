// The second tap of a double tap, or a key held down, must not answer the question that the first one brought up.
// A button with data-deliberate counts only a press that begins after the animation "deliberate" (pinju.css) is over.
// The style sheet alone keeps pointers off meanwhile, also without script; this adds keys and presses begun earlier.
{
  const ready = new WeakMap(); // button -> when its moment was over
  const about = (event) => event.animationName === "deliberate";
  let pointed = null; // when the pointer went down that has not clicked yet
  let keyed = null; // when the key went down that is still held

  document.addEventListener("animationstart", (event) => about(event) && ready.delete(event.target), true);
  document.addEventListener("animationend", (event) => about(event) && ready.set(event.target, performance.now()), true);
  document.addEventListener("pointerdown", (event) => { pointed = event.timeStamp; }, true);
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    // A key that was held when the page came has no beginning here.
    if (!event.repeat) keyed = event.timeStamp;
    else keyed ??= 0;
  }, true);
  // The click of a space bar comes after its keyup.
  document.addEventListener("keyup", () => setTimeout(() => { keyed = null; }), true);

  /** When the press began that made this click; a click of an assistive technology has no press. */
  const begun = (click) => {
    const since = click.detail ? pointed : keyed;
    if (click.detail) pointed = null;
    return since ?? click.timeStamp;
  };
  const tooEarly = (button, since) => {
    const from = ready.get(button);
    if (from !== undefined) return since < from;
    return button.getAnimations?.().some(about) ?? false;
  };

  addEventListener("click", (event) => {
    const since = begun(event);
    const button = event.target.closest?.("[data-deliberate]");
    if (!button || !tooEarly(button, since)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }, true);
}
