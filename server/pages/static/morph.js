// Makes a part of the page what the server says it is, and leaves in place whatever is as it was: what is under a finger,
// in focus, scrolled or unfolded stays the very same element.

const FOLDED = "open"; // whether details are unfolded is for whoever looks to say

// By this one element is told from its neighbours; null where its place alone says which it is.
export function keyOf(node) {
  if (node.nodeType !== Node.ELEMENT_NODE) return null;
  if (node.id) return node.id;
  if (node.dataset.key) return node.dataset.key;
  if (node.localName === "button" && node.value) return `${node.name}=${node.value}`;
  if (node.localName === "img") return node.getAttribute("src");
  if (node.localName === "a") return node.getAttribute("href");
  return null;
}

// The attributes of each element as the server told them: others were put there by the scripts of this page, which take
// them away again themselves.
const told = new WeakMap();
const attributesOf = (node) => Object.fromEntries([...node.attributes].map(({ name, value }) => [name, value]));

export function remember(root) {
  if (root.nodeType !== Node.ELEMENT_NODE) return;
  for (const node of [root, ...root.querySelectorAll("*")]) told.set(node, attributesOf(node));
}

export function morph(place, html) {
  const box = document.createElement("template");
  box.innerHTML = html;
  children(place, box.content);
}

function children(old, fresh) {
  let at = old.firstChild;
  for (const next of [...fresh.childNodes]) {
    const same = match(at, next);
    if (same === null) {
      remember(next);
      old.insertBefore(next, at);
      continue;
    }
    if (same === at) at = at.nextSibling;
    else old.insertBefore(same, at);
    become(same, next);
  }
  while (at) {
    const gone = at;
    at = at.nextSibling;
    gone.remove();
  }
}

function match(from, next) {
  const key = keyOf(next);
  for (let node = from; node; node = node.nextSibling) {
    if (node.nodeName === next.nodeName && keyOf(node) === key) return node;
  }
  return null;
}

function become(old, next) {
  if (old.isEqualNode(next)) return;
  if (old.nodeType !== Node.ELEMENT_NODE) {
    if (old.nodeValue !== next.nodeValue) old.nodeValue = next.nodeValue;
  } else if (old.localName === "svg" || told.get(old)?.style !== (next.getAttribute("style") ?? undefined)) {
    remember(next);
    old.replaceWith(next); // what moves in it begins anew
  } else {
    attributes(old, next);
    children(old, next);
  }
}

function attributes(old, next) {
  const before = told.get(old) ?? attributesOf(old);
  const now = attributesOf(next);
  for (const [name, value] of Object.entries(now)) {
    if (before[name] === value || name === FOLDED) continue;
    if (name === "class") old.className = [value, ...added(old, before.class)].join(" ");
    else old.setAttribute(name, value);
    if (name === "value" && "value" in old && old !== document.activeElement) old.value = value;
  }
  for (const name of Object.keys(before)) {
    if (!(name in now) && name !== FOLDED) old.removeAttribute(name);
  }
  told.set(old, now);
}

// The classes that the scripts have added to those that the server told.
const added = (node, classes = "") => [...node.classList].filter((name) => !classes.split(/\s+/).includes(name));
