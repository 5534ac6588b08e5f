// The queue of unsent writes in IndexedDB, which survives a reload and a closed tab.
import { openDB } from "../../vendor/idb/index.js";

const STORE = "writes";
const opened = openDB("pinju-table", 1, {
  upgrade(database) {
    database.createObjectStore(STORE, { keyPath: "id", autoIncrement: true });
  },
});

// Tell the other tabs of this phone, which show the same writes.
const tabs = globalThis.BroadcastChannel && new BroadcastChannel(STORE);

/** Call `act` when another tab changes the queue. */
export function onChange(act) {
  tabs?.addEventListener("message", act);
}

/** Whether the browser offers IndexedDB; without it the page works as without script. */
export const usable = opened.then(() => true, () => false);

/** Return every queued write, in order of creation. */
export async function all() {
  return (await opened).getAll(STORE);
}

/** Add a write. */
export async function add(write) {
  await (await opened).add(STORE, write);
  tabs?.postMessage("");
}

/** Change a queued write; do nothing if it was removed. */
export async function change(id, fields) {
  const update = (await opened).transaction(STORE, "readwrite");
  const stored = await update.store.get(id);
  if (stored) await update.store.put({ ...stored, ...fields });
  await update.done;
  tabs?.postMessage("");
}

/** Remove a write that was saved or discarded. */
export async function drop(id) {
  await (await opened).delete(STORE, id);
  tabs?.postMessage("");
}

/** Return a new idempotency key; randomUUID is missing over plain http. */
export function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
