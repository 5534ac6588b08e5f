// Keep the page when a press would leave it without network, as the browser's error page would take its place.
// The page then says that nothing was sent, until the server answers again.

const notice = document.querySelector("[data-unsent]");
const LONGEST = 10000; // milliseconds to wait for the server
const PAUSE = 3000;
let asking = false; // whether the server is being asked because of a press
let answered = false; // whether it answered, so that the press may leave the page

async function isThere() {
  try {
    await fetch(notice.dataset.unsent, { cache: "no-store", signal: AbortSignal.timeout?.(LONGEST) });
    return true;
  } catch {
    return false;
  }
}

/** Show the notice until the server answers. */
async function wait() {
  if (!notice.hidden) return;
  notice.hidden = false;
  while (!notice.hidden) {
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
    notice.hidden = await isThere();
  }
}

/** Stop the event, and run `leave` if the server answers; a second press meanwhile does nothing. */
async function check(event, leave) {
  event.preventDefault();
  if (asking) return;
  asking = true;
  answered = await isThere();
  asking = false;
  if (answered) leave();
  else wait();
  answered = false;
}

/** Whether a click opens another page of this site in this tab. */
function leaves(event, link) {
  const elsewhere = event.button || event.ctrlKey || event.metaKey || event.shiftKey || link.target || link.hasAttribute("download");
  return !elsewhere && link.origin === location.origin && !link.getAttribute("href").startsWith("#");
}

document.addEventListener("click", (event) => {
  const link = event.target.closest?.("a[href]");
  if (!link || event.defaultPrevented || !leaves(event, link)) return;
  check(event, () => location.assign(link.href));
});
document.addEventListener("submit", (event) => {
  if (answered || event.defaultPrevented) return;
  check(event, () => event.target.requestSubmit(event.submitter));
});
