// Before a form is sent the browser checks its fields and speaks its own language; let it speak the page's.
{
  const words = document.currentScript.dataset;
  const chosen = "select, [type=checkbox], [type=radio], [type=file]";

  document.addEventListener("invalid", ({ target }) => {
    const empty = target.matches(chosen) ? words.choose : words.empty;
    target.setCustomValidity(target.validity.valueMissing ? empty : words.wrong);
  }, true);

  // A message stays a fault until it is taken back, also where another button of its group is chosen.
  for (const kind of ["input", "change", "click"]) {
    document.addEventListener(kind, ({ target }) => {
      for (const field of target.form?.elements ?? []) field.setCustomValidity?.("");
    }, true);
  }
}
