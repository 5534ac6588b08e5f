// Filter the kinds of foul while words are typed, in any of the languages.
const field = document.getElementById("foul-search");
const kinds = [...document.querySelectorAll("#foul-kinds [data-words]")];
const none = document.getElementById("foul-none");

/** Return the text as the server folds it: lower case, without accents. */
const folded = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

function filter() {
  const words = folded(field.value).split(/\s+/).filter(Boolean);
  for (const kind of kinds) kind.hidden = !words.every((word) => kind.dataset.words.includes(word));
  none.hidden = !kinds.length || kinds.some((kind) => !kind.hidden);
}

field?.addEventListener("input", filter);
