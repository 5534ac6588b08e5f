// The open calls of the hall: count them in the title of the page, and sound when a new one comes.

const KEY = "call-sound";
const SEEN = "call-seen";
const title = document.title;
let audio = null;

const bell = () => document.querySelector("[data-bell]");
const wanted = () => localStorage.getItem(KEY) === "on";

/** Sound two short tones. */
function chime() {
  if (audio?.state !== "running") return;
  for (const [after, pitch] of [[0, 880], [0.18, 1175]]) {
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    const begins = audio.currentTime + after;
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(0.25, begins);
    volume.gain.exponentialRampToValueAtTime(0.001, begins + 0.4);
    tone.connect(volume).connect(audio.destination);
    tone.start(begins);
    tone.stop(begins + 0.4);
  }
}

function show() {
  const shown = bell();
  const count = Number(shown?.dataset.bell ?? 0);
  document.title = count ? `(${count}) ${title}` : title;
  const newest = Number(shown?.dataset.newest ?? 0);
  if (newest > Number(sessionStorage.getItem(SEEN) ?? 0)) {
    sessionStorage.setItem(SEEN, newest);
    chime();
  }
}

// Browsers allow sound only after a tap on the page.
async function unlock() {
  audio ??= new AudioContext();
  await audio.resume();
}

function showSwitch() {
  const button = document.querySelector("[data-call-sound]");
  if (!button) return;
  button.hidden = false;
  button.setAttribute("aria-pressed", String(wanted()));
}

document.addEventListener("click", async ({ target }) => {
  const pressed = target.closest("[data-call-sound]");
  if (pressed) localStorage.setItem(KEY, wanted() ? "off" : "on");
  if (wanted()) await unlock();
  if (pressed && wanted()) chime();
  if (pressed) showSwitch();
}, true);

if (wanted()) unlock();
document.addEventListener("htmx:load", show);
show();
showSwitch();
