// Sends what waits, one after another and each with its key, so that whatever the network does it arrives once.
import * as outbox from "./outbox.js";
import { follows } from "./waiting.js";

const PAUSES = [1000, 2000, 4000, 8000, 15000];
const PATHS = { hand: "hand/", remove: "undo/", call: "call/", uncall: "uncall/" };

/** What the text says as JSON; null if it is none. */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

export class Sender {
  /** csrf: the page's token; told(write, answer): an answer came; changed(): the outbox did. */
  constructor({ csrf, told, changed }) {
    Object.assign(this, { csrf, told, changed, busy: false, failed: 0, online: true });
    addEventListener("online", () => this.send());
  }

  /** Send everything that can be sent; called again whenever something may have become possible. */
  async send() {
    if (this.busy) return;
    this.busy = true;
    clearTimeout(this.timer);
    try {
      for (let write = await this.next(); write; write = await this.next()) {
        if (!(await this.deliver(write))) {
          this.timer = setTimeout(() => this.send(), PAUSES[Math.min(this.failed++, PAUSES.length - 1)]);
          return;
        }
      }
    } finally {
      this.busy = false;
      await this.changed();
    }
  }

  /** The first write that is not stopped, nor waits behind a stopped one of the same hand. */
  async next() {
    const stopped = new Set();
    for (const write of await outbox.all()) {
      const hand = `${write.sheet} ${write.no}`;
      if (write.stopped) stopped.add(hand);
      else if (!stopped.has(hand)) return write;
    }
    return null;
  }

  /** Whether the write was answered, for good or ill. */
  async deliver(write) {
    let response, body;
    try {
      response = await fetch(write.sheet + PATHS[write.kind], {
        method: "POST",
        headers: { Accept: "application/json", "X-CSRFToken": this.csrf },
        body: new URLSearchParams([["key", write.key], ["seen", write.seen], ...write.fields]),
      });
      body = await response.text(); // fails if the answer was cut short: the write may have arrived, its key tells
    } catch {
      this.online = false;
      return false;
    }
    const answer = parsed(body);
    // A page where data is due comes from something between, such as a hotel's sign-in page.
    this.online = Boolean(answer) || !response.ok;
    if (!this.online || response.status >= 500 || response.status === 429) return false;
    this.failed = 0;
    if (response.ok) {
      await this.follow(write, answer.answer.version);
      await outbox.drop(write.id);
    } else {
      await outbox.change(write.id, { stopped: answer ?? { kind: "reload" } });
    }
    await this.told(write, answer);
    await this.changed();
    return true;
  }

  /** Later writes that were made with this one on the page have seen what it made. */
  async follow(write, version) {
    for (const later of await outbox.all()) {
      if (follows(later, write)) await outbox.change(later.id, { seen: Math.max(later.seen, version) });
    }
  }
}
