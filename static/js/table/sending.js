// Send the queued writes in order, each with its idempotency key, so that each is saved once.
import * as outbox from "./outbox.js";
import { follows } from "./waiting.js";

const PAUSES = [1000, 2000, 4000, 8000, 15000];
const PATHS = { hand: "hand/", remove: "undo/", call: "call/", uncall: "uncall/" };

/** Parse JSON; return null if the text is none. */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

export class Sender {
  /** csrf: the page's token; onAnswer(write, answer): after an answer; onChange(): after a change of the outbox. */
  constructor({ csrf, onAnswer, onChange }) {
    Object.assign(this, { csrf, onAnswer, onChange, busy: false, failed: 0, online: true, made: new Map() });
    addEventListener("online", () => this.send());
  }

  /** Send every write that can be sent; call it again after each change that may unblock one. */
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
      await this.onChange();
    }
  }

  /** Return the first write that is neither stopped nor queued behind a stopped one of the same hand. */
  async next() {
    const stopped = new Set();
    for (const write of await outbox.all()) {
      const hand = `${write.sheet} ${write.no}`;
      if (write.stopped) stopped.add(hand);
      else if (!stopped.has(hand)) return write;
    }
    return null;
  }

  /** Send a write; return whether the server answered, with success or refusal. */
  async deliver(write) {
    let response, body;
    try {
      response = await fetch(write.sheet + PATHS[write.kind], {
        method: "POST",
        headers: { Accept: "application/json", "X-CSRFToken": this.csrf },
        body: new URLSearchParams([["key", write.key], ["seen", write.seen], ...write.fields]),
      });
      body = await response.text(); // fails if the answer was cut off: the write may be saved, so its key is sent again
    } catch {
      this.online = false;
      return false;
    }
    const answer = parsed(body);
    // A success without JSON comes from a captive portal, such as a hotel's sign-in page.
    this.online = Boolean(answer) || !response.ok;
    if (!this.online || response.status >= 500 || response.status === 429) return false;
    this.failed = 0;
    if (response.ok) {
      await this.follow(write, answer.answer.version);
      // The page takes the new state first: without the write it would show the hand as unsaved for a moment.
      this.onAnswer(write, answer);
      await outbox.drop(write.id);
    } else {
      await outbox.change(write.id, { stopped: answer ?? { kind: "reload" } });
      this.onAnswer(write, answer);
    }
    await this.onChange();
    return true;
  }

  /** Give writes made on top of this one the version that it made; `made` has it for those that are still asked about. */
  async follow(write, version) {
    this.made.set(write.mark, version);
    for (const later of await outbox.all()) {
      if (follows(later, write)) await outbox.change(later.id, { seen: Math.max(later.seen, version) });
    }
  }
}
