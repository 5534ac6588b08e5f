// The four seats of the hand: wind, number, name, total, and what the hand in the form moves.
import { sitter } from "./rules.js";

const LONG_NAME = 20; // letters from which a name is smaller
const MINUS = "\u2212";
const held = (value) => (value < 0 ? `${MINUS}${-value}` : String(value));
export const signed = (value) => (value > 0 ? `+${value}` : value < 0 ? `${MINUS}${-value}` : "0");

function put(row, which, ...content) {
  row.querySelector(`[data-part="${which}"]`).replaceChildren(...content);
}

/** Sort the rows East first; move them only if the order changed, so that a pressed one stays. */
function sortRows(rows, order, before) {
  const sorted = [...rows].sort((a, b) => order.indexOf(a.dataset.seat) - order.indexOf(b.dataset.seat));
  if (sorted.some((row, at) => row !== rows[at])) sorted.forEach((row) => before.parentNode.insertBefore(row, before));
}

function person(row, { state, plan, no, winds, seat }) {
  const { number, short } = sitter(state, seat, no);
  const sign = document.createElement("abbr");
  Object.assign(sign, { className: "glyph", title: plan.windNames[winds[seat]], textContent: plan.windSigns[winds[seat]] });
  put(row, "wind", sign);
  put(row, "number", String(number ?? ""));
  put(row, "name", short);
  row.classList.toggle("long-name", short.length > LONG_NAME);
}

/** Show the seats of a deal. `sums`: seat -> total; `moves`: seat -> points of the hand in the form (null: none yet). */
export function showSeats(root, { state, plan, deal, sums, moves, dealerWord }) {
  const { no, dealer, winds, order } = deal;
  sortRows([...root.querySelectorAll(".at-seat")], order, root.querySelector(".at-nobody"));
  for (const row of root.querySelectorAll(".at-seat")) {
    const { seat } = row.dataset;
    row.hidden = !(seat in state.seats);
    if (row.hidden) continue;
    person(row, { state, plan, no, winds, seat });
    put(row, "deals", dealer === seat ? dealerWord : "");
    put(row, "total", "start" in plan.terms ? held(sums[seat]) : signed(sums[seat]));
    put(row, "moves", moves ? signed(moves[seat]) : "");
    row.classList.toggle("deals", dealer === seat);
    row.classList.toggle("gains", Boolean(moves) && moves[seat] > 0);
    row.classList.toggle("pays", Boolean(moves) && moves[seat] < 0);
  }
  for (const choice of root.querySelectorAll("[data-from]")) {
    const seat = choice.dataset.from;
    if (seat in state.seats) person(choice, { state, plan, no, winds, seat });
  }
}
