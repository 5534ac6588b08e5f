// A note about the values of fields goes once one of them is changed: data-until-changed="name,country".

document.addEventListener("input", (event) => {
  const field = event.target;
  const note = field.form?.querySelector("[data-until-changed]");
  if (note?.dataset.untilChanged.split(",").includes(field.name)) note.remove();
});
