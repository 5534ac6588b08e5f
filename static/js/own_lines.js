// Draws what is the reader's own (the next seat, the followed players) from the file of a version that all phones share
// (web/pocket/player_file.py), with the template in the page. In it, {name} is a value, data-if keeps an element if its
// value is not empty, data-each repeats an element for each item of a list, with the item's values, and data-html sets
// its markup, which the server made and escaped.
{
  // The same as _players in web/pocket/own_cards.py; tests/browser/test_own_lines.py compares both.
  function withSeat(file, row) {
    const player = { ...file.event, ...row, ...file.tables[row.chart_table] };
    player.others = player.seats?.filter(({ wind }) => wind !== player.wind);
    return player;
  }

  const isEmpty = (value) => !value || value.length === 0;
  const put = (text, values) => text.replace(/\{(\w+)\}/g, (_whole, name) => values[name] ?? "");

  function fill(node, values) {
    if (node.nodeType === Node.TEXT_NODE) node.data = put(node.data, values);
    if (node.dataset?.if && isEmpty(values[node.dataset.if])) return node.remove();
    for (const attribute of [...(node.attributes ?? [])].filter(({ value }) => value.includes("{"))) {
      attribute.value = put(attribute.value, values);
      if (!attribute.value) node.removeAttribute(attribute.name);
    }
    if (node.dataset?.html) node.innerHTML = values[node.dataset.html] ?? "";
    else for (const child of [...node.childNodes]) {
      if (!child.dataset?.each) fill(child, values);
      else child.replaceWith(...(values[child.dataset.each] ?? []).map((item) => filled(child, item)));
    }
  }

  function filled(node, values) {
    const copy = node.cloneNode(true);
    fill(copy, values);
    return copy;
  }

  document.addEventListener("live:file", ({ target, detail: file }) => {
    const wanted = new Set(target.dataset.numbers.split("-").map(Number));
    const players = file.players.filter(({ number }) => wanted.has(number)).map((row) => withSeat(file, row));
    const template = target.querySelector("template");
    const drawn = filled(template.content, { ...players[0], players, listed: players.filter(({ listed }) => listed) });
    const before = [...target.childNodes].filter((node) => node !== template);
    const html = (nodes) => nodes.map((node) => node.outerHTML ?? node.data).join("").replace(/\s/g, "");
    if (html(before) !== html([...drawn.childNodes])) target.replaceChildren(...drawn.childNodes, template);
  });
}
