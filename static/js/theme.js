// Changes light and dark at once, so that what is typed on the page stays; without script the form loads the page again.
document.addEventListener("submit", (event) => {
  const choice = event.submitter;
  if (!event.target.matches("[data-theme-form]") || !choice) return;
  event.preventDefault();
  const root = document.documentElement;
  if (choice.value) root.dataset.theme = choice.value;
  else delete root.dataset.theme;
  for (const button of event.target.querySelectorAll("button")) {
    button.setAttribute("aria-pressed", String(button === choice));
  }
  fetch(event.target.action, { method: "POST", body: new FormData(event.target, choice), keepalive: true, redirect: "manual" });
});
