// Give a part of the page its new content, and keep every node that is still there, with its focus, its selection,
// typed words, scroll positions and open details. Libraries pair nodes by their ids; rows and links here are known by
// their addresses.

const OWN = "a[href], button[value]";

/** Return what a node is about: its id, or the address or value of a control or a row; empty for other nodes. */
function subject(node) {
  if (node.nodeType !== Node.ELEMENT_NODE) return "";
  if (node.id) return `#${node.id}`;
  const isRow = node.matches("li, tr");
  const control = isRow ? node.querySelector(OWN) : node.matches(OWN) && node;
  return control ? (control.getAttribute("href") ?? `${control.name} ${control.value}`) : "";
}

/** Return new child -> the old child that becomes it. */
function partners(part, fresh) {
  const subjects = new Map([...part.childNodes, ...fresh.childNodes].map((node) => [node, subject(node)]));
  const left = [...part.childNodes];
  const found = new Map();
  const isAlike = (old, node) => old.nodeName === node.nodeName && subjects.get(old) === subjects.get(node);
  const pair = (isSame) => {
    for (const node of fresh.childNodes) {
      if (found.has(node)) continue;
      const at = left.findIndex((old) => isAlike(old, node) && isSame(old, node));
      if (at >= 0) found.set(node, left.splice(at, 1)[0]);
    }
  };
  pair((old, node) => subjects.get(node) || old.isEqualNode(node));
  pair(() => true);
  for (const old of left) old.remove();
  return found;
}

function patchAttributes(old, node) {
  const isOfReader = (name) => name === "open" && old.localName === "details";
  for (const { name } of [...old.attributes]) {
    if (!node.hasAttribute(name) && !isOfReader(name)) old.removeAttribute(name);
  }
  for (const { name, value } of node.attributes) {
    if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  }
}

/** Make a node equal to another one. */
export function patch(old, node) {
  if (old.isEqualNode(node)) return;
  if (old.nodeType !== Node.ELEMENT_NODE) {
    old.data = node.data;
    return;
  }
  patchAttributes(old, node);
  patchChildren(old, node);
}

/** Give a part the children of a new one. */
export function patchChildren(part, fresh) {
  const focused = document.activeElement;
  const found = partners(part, fresh);
  let at = part.firstChild;
  for (const node of [...fresh.childNodes]) {
    const old = found.get(node);
    if (old) patch(old, node);
    if (old && old === at) at = at.nextSibling;
    else part.insertBefore(old ?? node, at);
  }
  // Moving a node takes the focus away.
  if (focused !== document.activeElement && part.contains(focused)) focused.focus({ preventScroll: true });
}
