// Stopped writes: both values are kept until a person decides.
import { ask } from "../asking.js";
import * as outbox from "../outbox.js";
import { isOfHand, resent } from "../waiting.js";
import { data, element, page, part, plan, say } from "./model.js";
import { refresh, release, sender } from "./queue.js";
import { handWithPoints, titleOf } from "./texts.js";

export function showStopped() {
  const stopped = [...page.writes, ...page.otherSheets].filter((write) => write.stopped);
  const forPen = stopped.filter((write) => write.stopped.kind === "pen" && write.sheet === plan.sheet);
  const others = stopped.filter((write) => !forPen.includes(write));
  const alerts = [...(forPen.length ? [penAlert(forPen)] : []), ...others.map(stoppedAlert)];
  if (part("pen")) part("pen").hidden = page.state.pen !== "other" || forPen.length > 0;
  const shown = [...part("stopped").children];
  // Keep unchanged alerts, so that a button is not replaced while it is pressed; new ones wait (js/deliberate.js).
  if (alerts.length === shown.length && alerts.every((alert, at) => alert.isEqualNode(shown[at]))) return;
  part("stopped").replaceChildren(...alerts);
}

/** Build one alert for all writes that wait for the pen, as they are sent together. */
function penAlert(stopped) {
  const rows = stopped.map((write) => [titleOf(write), isOfHand(write) ? handWithPoints(write.hand, write.no, "removed") : ""]);
  const discard = async (pressed) => {
    const question = { pressed, title: say("discard"), lines: rows.map((row) => row.join(" ")), yes: say("discard"), no: say("leave") };
    if (await ask(question)) for (const { id } of stopped) await outbox.drop(id);
  };
  return alertOf(stopped, [definitions(rows)], [["discard", discard], ["takePen", () => takePen(stopped[0])]]);
}

function stoppedAlert(write) {
  const here = write.sheet === plan.sheet;
  const { kind } = write.stopped;
  const lines = isOfHand(write) ? [bothValues(write, here)] : [];
  const title = here ? titleOf(write) : `${titleOf(write)} · ${write.where ?? say("elsewhere")}`;
  const buttons = [[kind === "conflict" ? "keepTheirs" : "discard", () => outbox.drop(write.id)]];
  const mine = write.kind === "remove" ? "removeTheirs" : "sendMine";
  if (here) buttons.push([kind === "conflict" ? mine : "sendAgain", () => sendAgain(write)]);
  return alertOf([write], lines, buttons, title);
}

/** Build an alert about stopped writes; `buttons`: pairs of a text key and a function. */
function alertOf(stopped, lines, buttons, title = "") {
  const [{ message }] = stopped.map((write) => write.stopped);
  const row = element("p", { className: "row-line" }, ...buttons.map(([word, act]) => {
    const button = element("button", { type: "button", className: "btn" }, say(word));
    button.dataset.deliberate = "";
    button.addEventListener("click", () => decide(() => act(button)));
    return button;
  }));
  const heading = title ? [element("p", { className: "alert-title" }, title)] : [];
  const body = element("div", { className: "stack" }, ...heading, element("p", {}, message ?? say("reload")), ...lines, row);
  const sign = element("span", { className: "sign", ariaHidden: "true" }, "!");
  const alert = element("div", { className: "alert tone-warn", role: "alert" }, sign, body);
  alert.dataset.about = stopped.map((write) => [write.key, write.stopped.version].join()).join(" ");
  return alert;
}

/** List the saved value (if the server sent it) and the value of this phone. */
function bothValues(write, here) {
  const { theirs } = write.stopped;
  const yours = here ? handWithPoints(write.hand, write.no, "removed") : write.text || say("removed");
  const rows = [[say("yours"), yours]];
  if (here && theirs) rows.unshift([say("theirs"), handWithPoints(theirs.hand?.[write.no], write.no, "nothing")]);
  return definitions(rows);
}

const definitions = (rows) => element("dl", { className: "at-both" },
  ...rows.flatMap(([word, value]) => [element("dt", {}, word), element("dd", {}, value)]));

async function sendAgain(write) {
  await outbox.change(write.id, resent(write, outbox.newKey()));
}

/** Take the pen and send the writes that waited for it, each compared with the version its author saw. */
async function takePen(write) {
  const headers = { Accept: "application/json", "X-CSRFToken": data.csrf };
  const response = await fetch(`${plan.sheet}pen/`, { method: "POST", headers }).catch(() => null);
  sender.online = Boolean(response);
  const answer = await response?.json().catch(() => null);
  if (response?.ok && answer) {
    page.state = answer.state;
    await release(({ kind }, { sheet }) => kind === "pen" && sheet === plan.sheet);
  } else if (answer?.kind) {
    await outbox.change(write.id, { stopped: answer });
  }
}

async function decide(act) {
  await act();
  await refresh();
  sender.send();
}
