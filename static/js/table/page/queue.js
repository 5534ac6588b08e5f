// The queue of writes: keeps them until the server has saved them.
import * as outbox from "../outbox.js";
import { Sender } from "../sending.js";
import { released, steadily } from "../../steady.js";
import { newWrite } from "../waiting.js";
import { data, page, plan } from "./model.js";
import { handWithPoints } from "./texts.js";

export const sender = new Sender({
  csrf: data.csrf,
  onAnswer: (write, answer) => {
    if (write.sheet === plan.sheet && answer?.state) page.state = answer.state;
  },
  onChange: refresh,
});

export async function keep(kind, base, hand, fields) {
  const text = hand ? handWithPoints(hand, base.no, "nothing") : "";
  // The write that the page showed when a question was opened may have been saved before the answer.
  const seen = Math.max(base.seen, sender.made.get(base.after) ?? 0);
  const write = newWrite(outbox.newKey(), { sheet: plan.sheet, where: plan.where, kind, hand, text, fields, ...base, seen });
  // Show it before it is stored: the next hand may be tapped at once.
  page.storing = [...page.storing, write];
  page.writes = [...page.writes, write];
  page.redraw();
  await outbox.add(write);
  page.storing = page.storing.filter((other) => other !== write);
  await refresh();
  sender.send();
}

export async function refresh() {
  const everything = await outbox.all();
  const keys = new Set(everything.map((write) => write.key));
  page.writes = [...everything, ...page.storing.filter((write) => !keys.has(write.key))].filter((write) => write.sheet === plan.sheet);
  page.otherSheets = everything.filter((write) => write.sheet !== plan.sheet);
  await released();
  steadily(page.redraw);
}

/** Queue stopped writes of this phone again, unchanged. */
export async function release(what) {
  for (const write of await outbox.all()) {
    if (write.stopped && what(write.stopped, write)) await outbox.change(write.id, { stopped: undefined });
  }
}

/** Queue again the writes that were stopped because the page, its card or its pen was out of date. */
export async function resume() {
  const mine = (write) => write.sheet === plan.sheet && page.state.pen === "mine";
  await release(({ kind }, write) => kind === "reload" || kind === "card" || (kind === "pen" && mine(write)));
  await refresh();
  sender.send();
}
