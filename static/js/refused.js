// A form that comes back with errors: its first message comes into view and takes the focus, wherever the button was.
// An element with autofocus is the page's own choice and keeps the focus.
{
  const message = document.querySelector("main [data-refused]") ?? document.querySelector("main [aria-invalid='true']");

  const show = () => {
    for (let fold = message.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
    message.focus({ preventScroll: true });
    message.scrollIntoView({ block: "center" });
  };

  if (message && !document.querySelector("main [autofocus]")) {
    show();
    // An address with a fragment (#play) takes the focus away when the browser scrolls to it.
    if (location.hash) addEventListener("load", () => requestAnimationFrame(show));
  }
}
