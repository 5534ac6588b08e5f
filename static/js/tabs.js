// Scroll a navigation that is wider than the screen to the current page; again once the fonts have given it its width.
function showCurrent() {
  for (const current of document.querySelectorAll(".tabs [aria-current]")) {
    const line = current.closest("ul");
    const [here, whole] = [current.getBoundingClientRect(), line.getBoundingClientRect()];
    line.scrollLeft += here.left - whole.left - (whole.width - here.width) / 2;
  }
}

showCurrent();
document.fonts.ready.then(showCurrent);
