// Standings in a frame of another site: fetch them again, without cookies, each half minute while they are visible.
import { patchChildren } from "./patching.js";
import { released, steadily } from "./steady.js";

const PAUSE = 30_000;

async function renew() {
  if (document.hidden) return;
  const answer = await fetch(location.href, { credentials: "omit", cache: "no-cache" });
  if (!answer.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const [shown, now] = [document.querySelector("main"), page.querySelector("main")];
  if (!now) return;
  await released();
  steadily(() => patchChildren(shown, now));
}

setInterval(() => renew().catch(() => {}), PAUSE);
