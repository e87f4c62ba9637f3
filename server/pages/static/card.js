// The card editor: what is typed is read by the server after every letter; the line at the caret is shown large. Unsaved
// work is kept in this browser, over a reload and while the server is away.
import { send, toast } from "./live.js";
import { insert, mirror, place, replace, rowAt } from "./typing.js";

const text = document.getElementById("text");
const name = document.getElementById("name");
const preview = document.getElementById("preview");
const now = document.getElementById("now");
const sum = document.getElementById("sum");
const kept = document.getElementById("kept");
const chosen = document.querySelector(".editor").dataset.card;
const key = `card:${chosen}`;
const saved = text.value;
const LONGEST = 100_000; // letters; the server reads fewer and says so
const AGAIN_MS = 1500; // after an answer that did not come

const store = {
  get(at) { try { return localStorage.getItem(at); } catch { return null; } },
  set(at, value) { try { localStorage.setItem(at, value); } catch { toast("This browser keeps nothing: save before you leave.", true); } },
  drop(at) { try { localStorage.removeItem(at); } catch { /* nothing was kept */ } },
};

function remember() {
  if (text.value === saved) store.drop(key);
  else store.set(key, text.value);
}

// A new card that began as a copy or a file: its name, what is said of it, and the unsaved one whose place it took.
const BEGUN = "card:new:begun";
const begun = (chosen === "new" && JSON.parse(store.get(BEGUN) ?? "null")) || null;

function recall() {
  const draft = store.get(key);
  if (draft === null || draft === saved) { if (begun) store.drop(BEGUN); return; }
  text.value = draft;
  kept.hidden = false;
  if (!begun) return;
  name.value = begun.name;
  document.getElementById("kept-says").textContent = begun.says;
  if (begun.before !== null) document.getElementById("throw").textContent = "Back to what stood here";
}

// Reading: one question at a time; what was typed meanwhile is asked next. Pieces that are known are not sent again.
const pieces = new Map();
let rows = [];
let marks = new Map();
let asking = false;
let read = null;

async function check() {
  if (asking) return;
  asking = true;
  while (read !== text.value) {
    const typed = text.value;
    const told = typed.length > LONGEST ? { says: "This is far more than a card has: nothing of it is read." } : await ask(typed);
    if (told.says) { sum.className = "sum bad"; sum.textContent = told.says; }
    if (told.again) { await new Promise((go) => setTimeout(go, AGAIN_MS)); continue; }
    read = typed;
    if (told.rows) show(told);
  }
  asking = false;
}

async function ask(typed) {
  const have = rows.map((row) => row[2]).join(" ");
  const answer = await fetch("/card/check", { method: "POST", body: new URLSearchParams({ text: typed, have }) }).catch(() => null);
  if (answer?.ok) return answer.json();
  if (answer && answer.status < 500) return { says: (await answer.json().catch(() => ({}))).says ?? "The card could not be read." };
  return { again: true, says: "No connection. What you type is kept here until it is back." };
}

function show(told) {
  for (const [, , id, html] of told.rows) if (html !== undefined) pieces.set(id, html);
  rows = told.rows;
  marks = new Map(told.marks);
  const left = new Map();
  for (const piece of preview.children) {
    left.set(piece.dataset.piece, [...(left.get(piece.dataset.piece) ?? []), piece]);
  }
  const shown = rows.map(([at, last, id]) => {
    const piece = left.get(id)?.shift() ?? made(id);
    piece.dataset.at = at;
    piece.dataset.last = last;
    for (const p of piece.querySelectorAll(".row-number")) p.textContent = at + Number(p.closest(".problem").dataset.line);
    return piece;
  });
  for (const old of [...left.values()].flat()) old.remove();
  shown.forEach((piece, i) => { if (preview.children[i] !== piece) preview.insertBefore(piece, preview.children[i] ?? null); });
  const used = new Set(rows.map((row) => row[2]));
  for (const id of pieces.keys()) if (!used.has(id) && pieces.size > 300) pieces.delete(id);
  const many = (n, what) => `${n} ${what}${n === 1 ? "" : "s"}`;
  sum.className = `sum ${told.mistakes ? "bad" : "good"}`;
  sum.innerHTML = `<b>${told.mistakes ? many(told.mistakes, "mistake") : "No mistakes"}</b> · ${many(told.lines, "line")}, ${many(told.hands, "hand")}`;
  preview.dataset.read = read.length; // letters of the text that is shown
  followed = null;
  follow();
}

function made(id) {
  const holder = document.createElement("template");
  holder.innerHTML = pieces.get(id).trim();
  const piece = holder.content.firstElementChild;
  piece.dataset.piece = id;
  return piece;
}

// The line at the caret, large. What is not yet wrong but only not yet finished is told without a fuss.
let followed = null;  // nothing has been read yet
function follow() {
  const row = rowAt(text);
  mirror(text, marks, row);
  const piece = [...preview.children].findLast((p) => Number(p.dataset.at) <= row && row <= Number(p.dataset.last));
  const id = piece ? `${piece.dataset.piece} ${piece.dataset.at}` : "";
  if (id === followed || !("read" in preview.dataset)) return;
  followed = id;
  if (!piece) {
    now.innerHTML = '<p class="hint">A line looks like this: 1. F 111a 22a 3333a 4444a X 25 [run]</p>';
    return;
  }
  const copy = piece.cloneNode(true);
  const short = copy.querySelector(".count:not(.over)");
  copy.classList.toggle("growing", Boolean(short) && document.activeElement === text);
  now.replaceChildren(copy);
}

function changed() {
  remember();
  mirror(text, marks, rowAt(text));
  check();
}

text.addEventListener("input", changed);
document.addEventListener("selectionchange", () => { if (document.activeElement === text) follow(); });

document.querySelector(".keys").addEventListener("click", (event) => {
  const typed = event.target.closest("[data-type]")?.dataset.type;
  if (typed === undefined) return;
  const before = text.value.slice(0, text.selectionStart);
  const glued = /^[abcD0-9]$/.test(typed) || before === "" || /\s$/.test(before);
  insert(text, glued ? typed : ` ${typed}`);
});

document.querySelector(".patterns").addEventListener("click", (event) => {
  const typed = event.target.closest("[data-pattern]")?.dataset.pattern;
  if (typed === undefined) return;
  const [start, end] = place(text, rowAt(text));
  const row = text.value.slice(start, end);
  if (/^\s*(\d+[.)]?\s*)?$/.test(row)) { text.setSelectionRange(end, end); insert(text, row === "" || /\s$/.test(row) ? typed : ` ${typed}`); }
  else { text.setSelectionRange(end, end); insert(text, `\n${typed}`); }
});

// A remedy puts right what its problem is about, and the caret behind it.
function take(button) {
  const at = Number(button.closest("[data-at]").dataset.at) + Number(button.dataset.line);
  const { column, length, text: instead } = button.dataset;
  const [start, end] = place(text, at);
  const from = column === "0" ? end : Math.min(start + Number(column) - 1, end);
  replace(text, from, Math.min(from + Number(length), text.value.length), instead);
}

function go(button) {
  const at = Number(button.closest("[data-at]").dataset.at) + Number(button.closest(".problem").dataset.line);
  const [start, end] = place(text, at);
  const from = Math.min(start + Number(button.dataset.column) - 1, end);
  text.focus();
  text.setSelectionRange(from, Math.min(from + 1, end));
  document.querySelector("#mirror .here")?.scrollIntoView({ block: "nearest" });
}

async function allHands(button) {
  const fields = new URLSearchParams({ text: text.value, line: button.closest("[data-at]").dataset.at });
  const answer = await fetch("/card/hands", { method: "POST", body: fields }).catch(() => null);
  if (!answer?.ok) { toast("That could not be opened.", true); return; }
  const dialog = document.getElementById("hands");
  dialog.querySelector(".contents").innerHTML = await answer.text();
  dialog.showModal();
}

for (const pane of [preview, now]) {
  pane.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (button?.matches(".remedy")) take(button);
    else if (button?.matches(".where")) go(button);
    else if (button?.matches(".all")) allHands(button);
  });
}

document.addEventListener("keydown", (event) => {
  const pressed = event.key.toLowerCase();
  const control = (event.ctrlKey || event.metaKey) && !event.altKey;
  if (control && pressed === "s") { event.preventDefault(); saveAndStay(); }
  if (control && pressed === "p") { event.preventDefault(); print(); }
  if (event.altKey && event.key === "Enter" && document.activeElement === text) {
    event.preventDefault();
    const remedy = now.querySelector(".remedy");
    if (remedy) take(remedy);
  }
});

// Keeping
const named = () => name.value.trim();
const open = (card, more = "") => location.assign(`/card?name=${encodeURIComponent(card)}${more}`);

async function save() {
  const told = await send("/card/save", { name: named(), text: text.value, was: chosen });
  if (told.ok) { store.drop(key); if (begun) store.drop(BEGUN); kept.hidden = true; }
  else if (named() === "") name.focus();
  return told.ok;
}
async function saveAndStay() { if (await save()) open(named()); }
document.getElementById("save").addEventListener("click", saveAndStay);

document.getElementById("choose").addEventListener("click", async () => {
  const untouched = text.value === saved && named() === "" && chosen !== "new";
  if (!untouched && !(await save())) return;
  const card = untouched ? chosen : named();
  if ((await send("/card/choose", { name: card })).ok) open(card);
});

document.getElementById("throw").addEventListener("click", () => {
  text.value = begun?.before ?? saved;
  if (begun) { store.drop(BEGUN); name.value = ""; }
  kept.hidden = true;
  changed();
});

document.getElementById("rename")?.addEventListener("click", async () => {
  if (named() === "" || named() === chosen) { toast("Type the new name, then tap Rename."); name.focus(); name.select(); return; }
  if (!(await send("/card/rename", { name: chosen, to: named() })).ok) return;
  const draft = store.get(key);
  if (draft !== null) { store.set(`card:${named()}`, draft); store.drop(key); }
  open(named());
});

document.getElementById("delete")?.addEventListener("click", async () => {
  if ((await send("/card/delete", { name: chosen })).ok) open("", `&gone=${encodeURIComponent(chosen)}`);
});

document.getElementById("restore")?.addEventListener("click", async (event) => {
  const back = event.currentTarget.dataset.name;
  if ((await send("/card/restore", { name: back })).ok) open(back);
});

function begin(card, words, says) {
  store.set(BEGUN, JSON.stringify({ name: card.slice(0, name.maxLength), says, before: store.get("card:new") }));
  store.set("card:new", words);
  if (chosen === "new") location.reload();
  else open("new");
}
document.getElementById("copy").addEventListener("click", () => begin(`${named() || chosen} copy`, text.value, "This is a copy: save it to keep it."));

document.getElementById("import").addEventListener("change", async (event) => {
  const file = event.target.files[0];
  event.target.value = "";
  if (!file) return;
  if (file.size > LONGEST) { toast(`${file.name} is far too long for a card.`, true); return; }
  const bytes = new Uint8Array(await file.arrayBuffer());
  const wide = bytes[0] === 0xff && bytes[1] === 0xfe ? "utf-16le" : bytes[0] === 0xfe && bytes[1] === 0xff ? "utf-16be" : null;
  let words;
  try { words = new TextDecoder(wide ?? "utf-8", { fatal: true }).decode(bytes); } catch { words = new TextDecoder("windows-1252").decode(bytes); }
  if (words.includes("\0")) { toast(`${file.name} is no text.`, true); return; }
  begin(file.name.replace(/\.[^.]*$/, ""), words.replace(/\r\n?/g, "\n"), `This is ${file.name}: save it to keep it here.`);
});

document.getElementById("export").addEventListener("click", () => {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text.value], { type: "text/plain;charset=utf-8" }));
  link.download = `${named() || (chosen === "new" ? "My card" : chosen)}.card`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
});

async function print() {
  const answer = await fetch("/card/sheet", { method: "POST", body: new URLSearchParams({ text: text.value }) }).catch(() => null);
  if (!answer?.ok) { toast("The sheet could not be made: is the connection up?", true); return; }
  const sheet = document.getElementById("sheet");
  sheet.innerHTML = await answer.text();
  const columns = sheet.querySelector(".printed-columns");
  // As large as one sheet takes.
  let size = 14;
  do sheet.style.fontSize = `${size -= 0.25}pt`; while (size > 4 && columns.scrollWidth > columns.clientWidth + 1);
  sheet.dataset.size = size;
  window.print();
}
document.getElementById("print").addEventListener("click", print);
// What is printed by the browser's own menu is the page as it stands, never a sheet of how the card was before.
addEventListener("afterprint", () => document.getElementById("sheet").replaceChildren());

recall();
mirror(text, marks);
check();
