// What was written and has not arrived yet, kept in the browser's own database: it outlives a reload and a closed tab.
import { openDB } from "../../vendor/idb/index.js";

const STORE = "writes";
const opened = openDB("pinju-table", 1, {
  upgrade(database) {
    database.createObjectStore(STORE, { keyPath: "id", autoIncrement: true });
  },
});

// Other tabs of this phone show the same writes.
const tabs = globalThis.BroadcastChannel && new BroadcastChannel(STORE);

/** Call `act` whenever another tab has changed what is kept. */
export function onChange(act) {
  tabs?.addEventListener("message", act);
}

/** Whether the browser keeps anything for this page; one that does not writes as it would without script. */
export const usable = opened.then(() => true, () => false);

/** Every write that has not arrived, in the order in which they were made. */
export async function all() {
  return (await opened).getAll(STORE);
}

/** Keep a new write. */
export async function add(write) {
  await (await opened).add(STORE, write);
  tabs?.postMessage("");
}

/** Change a write that is kept; one that is gone stays gone. */
export async function change(id, fields) {
  const work = (await opened).transaction(STORE, "readwrite");
  const kept = await work.store.get(id);
  if (kept) await work.store.put({ ...kept, ...fields });
  await work.done;
  tabs?.postMessage("");
}

/** Forget a write: it has arrived, or somebody decided so. */
export async function drop(id) {
  await (await opened).delete(STORE, id);
  tabs?.postMessage("");
}

/** A client key: over plain http there is no randomUUID. */
export function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
