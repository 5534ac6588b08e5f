// Keep the second tap of a double tap, or a held key, from answering the question that the first one opened.
// A button with data-deliberate accepts only a press that begins after the animation "deliberate" (pinju.css) is over.
// Without script the style sheet blocks pointers meanwhile; the script also blocks keys and presses that began earlier.
{
  const ready = new WeakMap(); // button -> time when its animation ended
  const isDeliberate = (event) => event.animationName === "deliberate";
  // WebKit lists an animation until the next frame after its end.
  const isRunning = (animation) => isDeliberate(animation) && animation.playState === "running";
  const isAnimated = (button) => button.getAnimations?.().some(isRunning) ?? false;
  // The button on which the current press began when its animation was over. The event that says so may come later.
  let pressed = null;
  let pointerDownAt = null; // time of the pointerdown that has not led to a click yet
  let keyDownAt = null; // time of the keydown of the key that is still held

  document.addEventListener("animationstart", (event) => {
    if (!isDeliberate(event)) return;
    ready.delete(event.target);
    if (event.target === pressed) pressed = null;
  }, true);
  document.addEventListener("animationend", (event) => isDeliberate(event) && ready.set(event.target, performance.now()), true);
  const begin = (event) => {
    const button = event.target.closest?.("[data-deliberate]");
    pressed = button && !isAnimated(button) ? button : null;
  };
  document.addEventListener("pointerdown", (event) => {
    pointerDownAt = event.timeStamp;
    begin(event);
  }, true);
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    // A key held since before the page loaded counts as pressed at time 0.
    if (event.repeat) {
      keyDownAt ??= 0;
      return;
    }
    keyDownAt = event.timeStamp;
    begin(event);
  }, true);
  // The space bar clicks after its keyup: forget the key only then.
  document.addEventListener("keyup", () => setTimeout(() => { keyDownAt = null; }), true);

  /** Return the time when the press behind this click began; a click by assistive technology has no press. */
  const pressStart = (click) => {
    const since = click.detail ? pointerDownAt : keyDownAt;
    if (click.detail) pointerDownAt = null;
    return since ?? click.timeStamp;
  };
  const tooEarly = (button, since) => {
    if (button === pressed) return false;
    const from = ready.get(button);
    return from === undefined ? isAnimated(button) : since < from;
  };

  addEventListener("click", (event) => {
    const since = pressStart(event);
    const button = event.target.closest?.("[data-deliberate]");
    if (!button || !tooEarly(button, since)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }, true);
}
