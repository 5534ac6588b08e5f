// Before a form is sent the browser checks its fields and speaks its own language; let it speak the page's.
{
  const words = document.currentScript.dataset;
  const chosen = "select, [type=checkbox], [type=radio], [type=file]";

  const saying = ({ validity, min, max }, empty) => {
    if (validity.valueMissing) return empty;
    if (validity.rangeOverflow) return words.most.replace("0", max);
    return validity.rangeUnderflow ? words.least.replace("0", min) : words.wrong;
  };

  document.addEventListener("invalid", ({ target }) => {
    target.setCustomValidity(saying(target, target.matches(chosen) ? words.choose : words.empty));
  }, true);

  // A message stays a fault until it is taken back, also where another button of its group is chosen.
  for (const kind of ["input", "change", "click"]) {
    document.addEventListener(kind, ({ target }) => {
      for (const field of target.form?.elements ?? []) field.setCustomValidity?.("");
    }, true);
  }
}
