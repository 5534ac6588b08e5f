// Switch between light and dark without loading the page, so that input is kept; without script the form reloads it.
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
