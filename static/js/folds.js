// Open the folded part that an address names (#play): some browsers scroll to it without opening it.
function openNamed() {
  const named = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
  const fold = named && named.closest("details");
  if (!fold || fold.open) return;
  fold.open = true;
  named.scrollIntoView();
}

openNamed();
addEventListener("hashchange", openNamed);
