// The table's page: enters hands, queues them until they are saved, and shows the current sheet.
import { keepPage } from "./offline.js";
import * as outbox from "./outbox.js";
import { keepDraft, restoreDraft } from "./page/draft.js";
import { render, showNetwork } from "./page/drawing.js";
import { call, clear, complain, save, undo } from "./page/entering.js";
import { current, data, form, game, hands, page, part, plan, points, shownVersion, won } from "./page/model.js";
import { refresh, resume, sender } from "./page/queue.js";
import { answerKeys } from "./pad.js";

const POLL = 3000 + Math.random() * 800;
let outdated = false; // whether the page must be loaded again

page.redraw = render;

async function poll() {
  try {
    const asked = page.state;
    const response = await fetch(`${plan.sheet}state/?v=${encodeURIComponent(asked.marker)}`, { headers: { Accept: "application/json" } });
    const back = !sender.online;
    sender.online = true;
    const answered = response.status === 200 ? await response.json() : asked;
    // The answer to a write brought a newer state meanwhile: the next poll asks again.
    if (page.state === asked) page.state = answered;
    // Open state and seats are rendered by the server: reload the page if they changed.
    const pageState = ({ open, rounds }) => JSON.stringify([open, rounds]);
    outdated ||= pageState(page.state) !== pageState(data.state);
    // Wait until every write is stored: a reload would lose it.
    if (outdated && !page.storing.length) return location.reload();
    if (back) sender.send();
    if (back || response.status === 200) await refresh();
  } catch {
    sender.online = false;
    showNetwork();
  }
  setTimeout(poll, POLL);
}

function start() {
  points.readOnly = matchMedia("(pointer: coarse)").matches;
  const changed = () => {
    page.begun ??= shownVersion(current());
    complain("");
    keepDraft();
    render();
  };
  answerKeys(part("keys"), points, {
    isFresh: () => page.fresh,
    cleaned: game.cleaned,
    changed: (whole) => {
      page.fresh = whole;
      changed();
    },
  });
  points.addEventListener("input", () => {
    points.value = game.cleaned(points.value);
    changed();
  });
  form.addEventListener("change", ({ target }) => {
    if (target.name === "winner") page.fresh = true; // another winner, another number
    changed();
    // Scroll to the next part of the question, with the winner in view.
    if (target.name === "winner" && won()) form.scrollIntoView({ block: "start", behavior: "instant" });
    // Below four long names the keys lie under the bar: scroll just as far as they need.
    if (target.name === "discarder") part("points").scrollIntoView({ block: "nearest", behavior: "instant" });
  });
  form.addEventListener("submit", save);
  part("undo")?.addEventListener("submit", undo);
  part("call")?.addEventListener("submit", (event) => call(event, "call"));
  part("uncall")?.addEventListener("submit", (event) => call(event, "uncall"));
  part("leave").addEventListener("click", () => {
    clear();
    render();
  });
  const requestedHand = Number(new URLSearchParams(location.search).get("hand"));
  if (requestedHand && hands().has(requestedHand)) Object.assign(page, { begun: shownVersion(requestedHand), fresh: true });
  else restoreDraft();
  outbox.onChange(refresh);
  resume();
  setTimeout(poll, POLL);
}

// Ask before leaving while hands are unsent without network, or if this page could not be loaded again.
let reloads = false; // whether the service worker shows this page without network
addEventListener("beforeunload", (event) => {
  const away = !sender.online || navigator.onLine === false; // a poll may not have noticed it yet
  if (away && (page.writes.length || !reloads)) event.preventDefault();
});
keepPage(plan.worker, plan.scope).then((kept) => {
  reloads = kept;
  if (part("stay")) part("stay").hidden = kept;
});
outbox.usable.then((usable) => usable && start());
