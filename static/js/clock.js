// The clock of a session: counts down by the server's time and sounds the gong in the same second everywhere, also offline.
import { isPressed, steadily } from "./steady.js";

// Estimate the offset to the server's clock from the quickest of a few requests.
const MEASURE_EVERY = 60000; // milliseconds between measurements
const MAX_DELAY = 5000; // milliseconds after which a missed gong stays silent
const NOTICE_TIME = 60000; // milliseconds for which the page says that the gong sounded
let ahead = null;

async function askOffset(address) {
  const asked = Date.now();
  const response = await fetch(address, { cache: "no-store" });
  const server = Number(await response.text());
  const answered = Date.now();
  return { took: answered - asked, ahead: server - (asked + answered) / 2 };
}

async function measure() {
  const answers = [];
  const address = document.querySelector("[data-clock]")?.dataset.clock;
  if (!address) return;
  try {
    for (let turn = 0; turn < 3; turn++) answers.push(await askOffset(address));
  } catch {
    // Offline: keep the last known offset.
  }
  if (answers.length) ahead = answers.sort((a, b) => a.took - b.took)[0].ahead;
  tick();
}

function serverNow() {
  const part = document.querySelector("[data-now] [data-clock]")?.closest("[data-now]");
  if (ahead === null && part) ahead = Number(part.dataset.now) - Date.now();
  return Date.now() + (ahead ?? 0);
}

function timeText(seconds) {
  const twoDigits = (value) => String(value).padStart(2, "0");
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60)];
  return `${hours ? `${hours}:${twoDigits(minutes)}` : minutes}:${twoDigits(seconds % 60)}`;
}

// The gong: like a struck disc, inharmonic partials that fade away.

const PARTIALS = [[1, 1], [1.48, 0.6], [2.09, 0.45], [2.91, 0.3], [4.17, 0.15]];
let audio = null;

function soundWanted() {
  return localStorage.getItem("gong") === "on";
}

function strike(strokes) {
  if (!audio || audio.state !== "running" || !soundWanted()) return;
  for (let stroke = 0; stroke < strokes; stroke++) {
    const begins = audio.currentTime + stroke * 1.4;
    for (const [ratio, loud] of PARTIALS) {
      const tone = audio.createOscillator();
      const volume = audio.createGain();
      tone.frequency.value = 98 * ratio;
      volume.gain.setValueAtTime(0, begins);
      volume.gain.linearRampToValueAtTime(0.35 * loud, begins + 0.02);
      volume.gain.exponentialRampToValueAtTime(0.0005, begins + 4.5 / ratio);
      tone.connect(volume).connect(audio.destination);
      tone.start(begins);
      tone.stop(begins + 4.6);
    }
  }
}

// Browsers allow sound only after a tap; the button shows whether one is still needed.
async function toggleSound() {
  audio ??= new AudioContext();
  const on = !(soundWanted() && audio.state === "running");
  localStorage.setItem("gong", on ? "on" : "off");
  if (on) {
    await audio.resume();
    strike(1);
  }
  tick();
}

document.addEventListener("click", ({ target }) => {
  if (target.closest("[data-sound-tap]")) toggleSound();
});

// Session, kind and moment of each gong that sounded, so that it sounds once.

const STROKES = { notice: 1, resume: 2, end: 3 };
const rang = new Map();

function ring(clock, now) {
  for (const word of (clock.dataset.rings ?? "").split(" ").filter(Boolean)) {
    const [what, at] = word.split(":");
    const key = `${clock.dataset.session} ${word}`;
    if (now < Number(at) || rang.has(key)) continue;
    const late = now - Number(at);
    rang.set(key, late <= MAX_DELAY ? { what, at: now } : null);
    if (late <= MAX_DELAY) strike(STROKES[what]);
  }
}

function showRang(clock, now) {
  const last = [...rang.values()].filter((gong) => gong && now - gong.at < NOTICE_TIME).at(-1);
  const line = clock.querySelector("[data-rang]");
  if (!line) return;
  if (line.hidden === Boolean(last)) {
    if (isPressed()) return; // the next tick shows it
    steadily(() => { line.hidden = !last; });
  }
  if (!last) return;
  for (const word of line.querySelectorAll("[data-rang-what]")) word.hidden = word.dataset.rangWhat !== last.what;
  const second = line.querySelector("[data-rang-at]");
  second.textContent = new Date(last.at).toLocaleTimeString(clock.closest("[lang]").lang, { hourCycle: "h23" });
  second.dateTime = new Date(last.at).toISOString();
}

// The wall colours the whole screen for the last minutes.
const LAST = 300; // seconds

function showProgress(clock, seconds) {
  const gone = clock.querySelector("[data-gone]");
  if (!gone) return;
  const total = Number(gone.dataset.gone);
  gone.setAttribute("width", `${Math.min(100, Math.max(0, 100 * (1 - seconds / total)))}%`);
  clock.toggleAttribute("data-last", seconds <= LAST);
}

// The time of day, in the server's zone (seconds from UTC).
function showHour(element, now) {
  const text = new Date(now + Number(element.dataset.hour) * 1000).toISOString().slice(11, 16);
  if (element.textContent !== text) element.textContent = text;
}

function tick() {
  const now = serverNow();
  for (const element of document.querySelectorAll("[data-hour]")) showHour(element, now);
  for (const clock of document.querySelectorAll("[data-clock]")) {
    const left = clock.querySelector("[data-left]");
    if (clock.dataset.ends && left) {
      const text = timeText(Math.max(0, Math.ceil(Number(clock.dataset.ends) - now / 1000)));
      if (left.textContent !== text) left.textContent = text;
    }
    if (left) showProgress(clock, clock.dataset.ends ? Number(clock.dataset.ends) - now / 1000 : Number(left.dataset.left));
    ring(clock, now);
    showRang(clock, now);
    const sound = clock.querySelector("[data-sound]");
    if (!sound) continue;
    const on = soundWanted() && audio?.state === "running";
    sound.hidden = false;
    sound.querySelector("[data-sound-on]").hidden = !on;
    sound.querySelector("[data-sound-off]").hidden = on;
  }
}

if (document.querySelector("[data-clock]")) {
  // If sound was allowed before, the browser may allow it again without a tap.
  if (soundWanted()) audio = new AudioContext();
  audio?.addEventListener("statechange", tick);
  tick();
  measure();
  setInterval(tick, 200);
  setInterval(measure, MEASURE_EVERY);
  addEventListener("online", measure);
  document.addEventListener("visibilitychange", () => document.hidden || measure());
  document.addEventListener("htmx:load", tick);
  // The network is back when a request succeeds after a failed one.
  let failed = false;
  document.addEventListener("htmx:sendError", () => (failed = true));
  document.addEventListener("htmx:afterRequest", ({ detail }) => {
    if (failed && detail.successful) measure();
    failed = failed && !detail.successful;
  });
}
