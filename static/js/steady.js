// What a person is about to press stays in its place when the page changes by itself (live parts, notices, the gong).
// Every such change goes through `inPlace` and waits for `released`:
// - It waits while a finger or a mouse button is down: replacing or moving the pressed element would lose the click.
// - It scrolls the page by as much as most controls moved, unless an alert would leave the window by it. Safari has no
//   scroll anchoring, and no browser has it at the top of a page.
// - A control that is new or still moved takes no press for a moment: the finger was on its way to another one.

const MOST = 3000; // milliseconds after which a press counts as released, even without the event
const TAP = 50; // milliseconds after a release until the browser has dispatched the click
const REST = 400; // milliseconds in which a control that moved takes no press: a person needs as long to notice
const NEAR = 1; // pixels that are not a movement
const CONTROLS = "main :is(a[href], button, input:not([type=hidden]), select, textarea, summary, label)";
const FIELDS = "input, select, textarea";

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
const staysIn = (before) => ([about, [, box]]) => before.has(about) && isNear(before.get(about)[1], box);
const countOf = (before, after) => [...after].filter(staysIn(before)).length;

/** Return by how many pixels a control moved down; 0 if it is new. */
function shiftOf(before, [about, [, { top }]]) {
  const shift = before.has(about) ? Math.round(top - before.get(about)[1].top) : 0;
  return Math.abs(shift) <= NEAR ? 0 : shift;
}

/** Whether an element keeps its place in the window when the page is scrolled. */
function isFixed(element) {
  if (!element) return false;
  return ["fixed", "sticky"].includes(getComputedStyle(element).position) || isFixed(element.parentElement);
}

/** Return the shift of the control in use; null if there is none that must stay. */
function shiftOfUsed(before, after) {
  const used = [...after].find(([, [control]]) => control === document.activeElement);
  if (!used || isFixed(document.activeElement)) return null;
  // The button of another part did not move. A field holds what is being typed: it stays where it is.
  return shiftOf(before, used) || (document.activeElement.matches(FIELDS) ? 0 : null);
}

/** Return the shift of most of the controls that moved. */
function shiftOfMost(before, after) {
  const counts = new Map();
  for (const shown of after) {
    const shift = shiftOf(before, shown);
    if (shift) counts.set(shift, (counts.get(shift) ?? 0) + 1);
  }
  const [most] = [...counts].sort(([, one], [, other]) => other - one);
  return most?.[0] ?? 0;
}

/** Whether an alert that is read now would leave the window at its top. */
function hidesAlert(shift) {
  const boxes = [...document.querySelectorAll("main [role=alert]")].map((alert) => alert.getBoundingClientRect());
  return boxes.some(({ top, bottom }) => top >= 0 && bottom > 0 && top < shift);
}

/** Make a page that is shorter than the window high enough to be scrolled by as much. */
function makeRoom(shift) {
  const { scrollHeight } = document.documentElement;
  const lacks = scrollY + shift + innerHeight - scrollHeight;
  if (lacks > 0) document.body.style.minHeight = `${scrollHeight + lacks}px`;
}

/** Scroll so that the control in use stays where it was, else as many as possible; return the controls in view. */
function scrollBack(before, after) {
  const used = shiftOfUsed(before, after);
  const shift = used ?? shiftOfMost(before, after);
  if (!shift || hidesAlert(shift)) return after;
  const [top, height] = [scrollY, document.body.style.minHeight];
  makeRoom(shift);
  scrollBy({ top: shift, behavior: "instant" });
  const scrolled = inView();
  if (used !== null || countOf(before, scrolled) > countOf(before, after)) return scrolled;
  scrollTo({ top, behavior: "instant" }); // more controls are above the change, or have a fixed place
  document.body.style.minHeight = height;
  return after;
}

function settle(before) {
  for (const shown of scrollBack(before, inView())) {
    if (!staysIn(before)(shown)) shown[1][0].animate({ pointerEvents: ["none", "none"] }, REST);
  }
}

let begun = null; // the controls in view before the change that is going on

/** Begin a change of the page; it ends in the same task, with or without `end`. */
export function begin() {
  begun = inView();
  document.body.style.overflowAnchor = "none"; // a browser that has scroll anchoring would scroll too
  setTimeout(ended);
}

function ended() {
  begun = null;
  document.body.style.overflowAnchor = "";
}

export function end() {
  if (begun) settle(begun);
  ended();
}

/** Change the page, a part of a change that has begun included. */
export function inPlace(change) {
  if (begun) return change();
  begin();
  try {
    change();
  } finally {
    end();
  }
}
