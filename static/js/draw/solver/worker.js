// Draw the parts of a record again, away from the page: takes the parts, answers with what `compared` says of each.
import { compared } from "./drawing.js";

const answered = (part) => {
  try {
    return compared(part);
  } catch {
    return { verdict: "failed" }; // a record that cannot be drawn
  }
};

globalThis.addEventListener("message", ({ data }) => globalThis.postMessage(data.map(answered)));
