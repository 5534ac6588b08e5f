// Scroll a navigation that is wider than the screen to the current page.
for (const current of document.querySelectorAll(".tabs [aria-current]")) {
  const line = current.closest("ul");
  const [here, whole] = [current.getBoundingClientRect(), line.getBoundingClientRect()];
  line.scrollLeft += here.left - whole.left - (whole.width - here.width) / 2;
}
