// Keyboard entry of a sheet: moves between fields and shows the server's check of the input so far.
// The server interprets a hand; the script only tests its shape to see that a field is complete.
import { COMPLETE } from "./desk_typing_keys.js";
import { addLines, handFields } from "./desk_typing_lines.js";
import { released, steadily } from "./steady.js";

const form = document.getElementById("typing");
if (form) {
  const mode = form.elements.mode.value;
  const hands = handFields(form);
  const totals = [...form.querySelectorAll("input[name^='total']")];
  const points = [...form.querySelectorAll("input[name^='points']")];
  const referee = form.elements.referee;
  const sign = document.getElementById("sign");
  const isComplete = COMPLETE[form.dataset.game];
  let advanced = false;
  let waiting = 0;
  let requests = 0;
  let heldAt = Date.now();

  const go = (field) => {
    field.focus();
    if (field.select) field.select();
  };
  const nextHand = (field) => hands[hands.indexOf(field) + 1] || totals[0];
  const before = (field) => {
    const all = [...hands, ...totals, ...points, referee];
    return all[Math.max(0, all.indexOf(field) - 1)];
  };
  const after = (field) => {
    if (hands.includes(field)) return field.value.trim() ? nextHand(field) : totals[0];
    if (/^r\d+$/.test(field.name)) return nextHand(form.elements[`h${field.name.slice(1)}`]);
    const line = totals.includes(field) ? totals : points.includes(field) ? points : [];
    if (!line.length) return sign;
    const index = line.indexOf(field);
    if (index === 0 && !field.value.trim()) return referee;
    return line[index + 1] || (line === totals && points[0]) || referee;
  };

  form.addEventListener("keydown", (event) => {
    const field = event.target;
    if (event.key === "F2") {
      event.preventDefault();
      document.getElementById("other-mode")?.click();
      return;
    }
    if (event.key === "Enter" && field.name === "fine_reason") {
      event.preventDefault();
      form.querySelector("button[value='penalty']").click();
    }
    if (!field.classList.contains("key") || event.isComposing) return;
    const hand = hands.includes(field);
    if (event.key === "Enter") {
      event.preventDefault();
      const swallow = advanced && !field.value;
      advanced = false;
      if (!swallow) go(event.shiftKey ? before(field) : after(field));
    } else if (event.key === "ArrowUp") {
      event.preventDefault();
      go(before(field));
    } else if (event.key === "ArrowDown" && hand) {
      event.preventDefault();
      go(nextHand(field));
    } else if (event.key === "=" && hand) {
      event.preventDefault();
      go(form.elements[`r${field.name.slice(1)}`]);
    } else if (event.key.toLowerCase() === "p" && hand) {
      event.preventDefault();
      form.elements.fine_no.value = field.name.slice(1);
      form.elements.fine_seat.focus();
    }
  });

  form.addEventListener("input", (event) => {
    const field = event.target;
    if (!field.classList.contains("key")) return;
    if (hands.includes(field) && field.value) hands.push(...addLines(form, hands.indexOf(field) + 1));
    const full = isComplete(field.value, mode);
    advanced = false;
    if (hands.includes(field) && full && event.inputType === "insertText") {
      go(nextHand(field));
      advanced = true;
    }
    clearTimeout(waiting);
    waiting = setTimeout(check, 120, field);
    renewHold();
  });

  // Renew the hold on this sheet while keys are typed, so that other typists see it as taken.
  function renewHold() {
    if (Date.now() - heldAt < 180_000) return;
    heldAt = Date.now();
    const token = { "X-CSRFToken": form.elements.csrfmiddlewaretoken.value };
    fetch(form.dataset.hold, { method: "POST", headers: token, redirect: "manual" })
      .then(async (answer) => {
        const lost = document.getElementById("lost");
        // Redirected to the sign-in page, or the CSRF token is stale after a new sign-in in another tab.
        const signedOut = answer.type === "opaqueredirect" || answer.status === 403;
        const told = signedOut ? lost.dataset.signedOut : answer.status === 409 ? await answer.text() : "";
        await released();
        steadily(() => {
          lost.hidden = !told;
          lost.textContent = told;
        });
      })
      .catch(() => {});
  }

  async function check(typed) {
    const data = new FormData(form);
    for (const name of ["csrfmiddlewaretoken", "key"]) data.delete(name);
    const request = ++requests;
    try {
      const answer = await fetch(`${form.dataset.check}?${new URLSearchParams(data)}`);
      const checked = answer.ok ? await answer.json() : null;
      await released();
      if (checked && request === requests) steadily(() => show(checked, typed));
    } catch {
      // Offline: keep the input; saving reports the errors.
    }
  }

  function show(checked, typed) {
    for (const row of form.querySelectorAll("tr[data-no]")) {
      const line = checked.rows[row.dataset.no];
      const deal = row.querySelector("[data-deal]");
      if (deal) deal.textContent = checked.deals[row.dataset.no] ?? "";
      for (const cell of row.querySelectorAll("[data-column]")) {
        const column = Number(cell.dataset.column);
        const score = line ? line.scores[column] : 0;
        const total = document.createElement("small");
        total.textContent = line ? totalText(line.totals[column]) : "";
        cell.replaceChildren(line ? text(score) : "", total);
        cell.classList.toggle("wins", score > 0);
      }
    }
    for (const slot of form.querySelectorAll(".errors[id^='e-']")) {
      const name = slot.id.slice(2);
      // Do not report a field while it is being typed in.
      const isTyped = document.activeElement === form.elements[name] && form.elements[name] === typed;
      const fault = isTyped ? "" : (checked.errors[name] || []).join(" ");
      slot.textContent = fault;
      form.elements[name].toggleAttribute("aria-invalid", Boolean(fault));
    }
    for (const which of ["hands", "all"]) {
      const cells = form.querySelectorAll(`[data-sum="${which}"]`);
      cells.forEach((cell, column) => { cell.textContent = totalText(checked.sums[which][column]); });
    }
    document.getElementById("agrees").hidden = !checked.agrees;
    const list = document.getElementById("findings");
    list.replaceChildren(...checked.findings.map((words) => Object.assign(document.createElement("li"), { textContent: words })));
    const active = document.activeElement;
    if (typed && checked.errors[typed.name] && active !== typed && hands.includes(active) && !active.value) go(typed);
  }

  const held = (number) => String(number).replace("-", "−");
  const text = (number) => (number > 0 ? `+${number}` : held(number));
  // Mados held have no plus sign.
  const totalText = form.dataset.game === "imj" ? held : text;

  form.addEventListener("focusin", (event) => {
    if (hands.includes(event.target)) check(null);
  });
  check(null);
  const wrong = form.querySelector("[aria-invalid='true']");
  if (!document.querySelector("[autofocus]")) go(wrong || hands.find((field) => !field.value) || hands[0]);
}
