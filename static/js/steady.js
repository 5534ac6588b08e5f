// A press reaches what the person saw, although the page changes by itself (live parts, notices, the gong):
// - A change waits while a finger or a mouse button is down (`released`): to replace or move what is pressed would lose
//   the click.
// - A control that is new or has moved takes no press for a moment (`watch`, `steadily`): the finger was on its way to
//   another one.

const MOST = 3000; // milliseconds after which a press counts as released, even without the event
const TAP = 50; // milliseconds after a release until the browser has dispatched the click
const REST = 400; // milliseconds in which a control that moved takes no press: a person needs as long to notice
const NEAR = 1; // pixels that are not a movement
const CONTROLS = "main :is(a[href], button, input:not([type=hidden]), select, textarea, summary, label)";

let press = null;

function free(ended) {
  if (press === ended) press = null;
  ended.end();
}

document.addEventListener("pointerdown", () => {
  const began = {};
  began.over = new Promise((resolve) => { began.end = resolve; });
  press?.end();
  press = began;
  setTimeout(free, MOST, began);
}, true);
for (const release of ["pointerup", "pointercancel"]) {
  document.addEventListener(release, () => { if (press) setTimeout(free, TAP, press); }, true);
}

export const isPressed = () => press !== null;

/** Resolve when no finger and no mouse button is down. */
export async function released() {
  while (press) await press.over;
}

/** Return what a control is about; a control that is drawn again has the same. */
function subject(control) {
  const { id, name = "", value = "" } = control.control ?? control;
  return `${control.localName} ${id || control.getAttribute("href") || `${name} ${value}`}`;
}

/** Return subject and occurrence -> [control, its rectangle], of the controls in view. */
function inView() {
  const [shown, times] = [new Map(), new Map()];
  for (const control of document.querySelectorAll(CONTROLS)) {
    const about = subject(control);
    const occurrence = (times.get(about) ?? 0) + 1;
    times.set(about, occurrence);
    const box = control.getBoundingClientRect();
    if (box.width && box.bottom > 0 && box.top < innerHeight) shown.set(`${about} ${occurrence}`, [control, box]);
  }
  return shown;
}

const isNear = (one, other) => Math.abs(one.top - other.top) <= NEAR && Math.abs(one.left - other.left) <= NEAR;

/** Note where the controls are; the returned function, called after a change, lets those rest that are new or moved. */
export function watch() {
  const before = inView();
  const moved = () => [...inView()]
    .filter(([about, [, box]]) => !before.has(about) || !isNear(before.get(about)[1], box))
    .map(([, [control]]) => control);
  return () => {
    const rests = new Map(moved().map((control) => [control, control.animate({ pointerEvents: ["none", "none"] }, REST)]));
    // With the next frame most browsers scroll back by what came above (scroll anchoring).
    requestAnimationFrame(() => requestAnimationFrame(() => {
      const away = new Set(moved());
      for (const [control, rest] of rests) if (!away.has(control)) rest.cancel();
    }));
  };
}

/** Change the page, and let the controls rest that are new or moved. */
export function steadily(change) {
  const settle = watch();
  change();
  settle();
}
