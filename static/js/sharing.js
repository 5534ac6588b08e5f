// Copies or shares an address: the buttons beside a field with it ([data-share] holds the id of the field).

for (const box of document.querySelectorAll("[data-share]")) {
  const field = document.getElementById(box.dataset.share);
  const [copy, share] = box.querySelectorAll("button");
  const told = box.querySelector("[role=status]");
  box.hidden = false;
  share.hidden = !navigator.share;
  copy.addEventListener("click", async () => {
    field.select();
    // Without a secure context there is only the older way.
    if (navigator.clipboard) await navigator.clipboard.writeText(field.value);
    else document.execCommand("copy");
    told.textContent = box.dataset.copied;
  });
  share.addEventListener("click", () => navigator.share({ url: field.value, title: document.title }).catch(() => {}));
}
