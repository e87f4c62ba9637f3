// A text field with its rows drawn behind it: their numbers, the inks of their groups, what is wrong. No meaning here.
const ENDS = /\r\n|[\n\r\v\f\u2028\u2029]/;
const GROUP = /(?<![^\s|/+=(,-])((?:[0-9@xXyYdDoO]|year)[0-9xXyYdDoO]*)([abcpqABCPQ*])(?=[!?~]?(?:[\s|/+=),-]|$))/g;
const INKS = { a: "a", b: "b", c: "c" };

export function rowsOf(field) {
  return field.value.split(ENDS);
}

// The row of the caret, from 1.
export function rowAt(field) {
  return field.value.slice(0, field.selectionStart).split(ENDS).length;
}

// Where a row begins and ends in the text.
export function place(field, row) {
  const rows = rowsOf(field);
  const at = Math.max(1, Math.min(row, rows.length));
  let start = 0;
  for (const one of rows.slice(0, at - 1)) start += one.length + 1;
  return [start, start + rows[at - 1].length];
}

// Goes through the browser's own editing, so that its undo takes it back.
export function insert(field, typed) {
  field.focus();
  if (typed === "") document.execCommand("delete");
  else document.execCommand("insertText", false, typed);
}

export function replace(field, from, to, typed) {
  field.focus();
  field.setSelectionRange(from, to);
  if (from !== to || typed !== "") insert(field, typed);
}

const drawn = [];
export function mirror(field, marks, here = 0) {
  const place = document.getElementById("mirror");
  const rows = rowsOf(field);
  while (place.children.length > rows.length) { place.lastChild.remove(); drawn.pop(); }
  rows.forEach((row, i) => {
    const look = `${marks.get(i + 1) ?? ""}${here === i + 1 ? " here" : ""}`.trim();
    let line = place.children[i];
    if (!line) { line = place.appendChild(document.createElement("div")); drawn[i] = null; }
    if (line.className !== look) line.className = look;
    if (drawn[i] === row) return;
    drawn[i] = row;
    line.replaceChildren(...washed(row));
  });
}

function washed(row) {
  const parts = [];
  let at = 0;
  const typed = row.split("#")[0];
  for (const found of typed.matchAll(GROUP)) {
    parts.push(row.slice(at, found.index));
    const group = document.createElement("span");
    group.className = `wash-${INKS[found[2].toLowerCase()] ?? "p"}`;
    group.textContent = found[0];
    parts.push(group);
    at = found.index + found[0].length;
  }
  return [...parts, row.slice(at) || "\u200b"];
}
