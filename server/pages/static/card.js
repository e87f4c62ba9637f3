// The card editor: what is typed is read by the server after every pause; unsaved work is kept in this browser.
import { send, toast } from "./live.js";

const text = document.getElementById("text");
const name = document.getElementById("name");
const gutter = document.getElementById("gutter");
const preview = document.getElementById("preview");
const kept = document.getElementById("kept");
const key = `card:${document.querySelector(".editor").dataset.card}`;
const saved = text.value;
const PAUSE_MS = 300;

function remember() {
  try {
    if (text.value === saved) localStorage.removeItem(key);
    else localStorage.setItem(key, text.value);
  } catch { toast("This browser keeps nothing: save before you leave.", true); }
}

function recall() {
  let draft = null;
  try { draft = localStorage.getItem(key); } catch { /* then there is none */ }
  if (draft === null || draft === saved) return;
  text.value = draft;
  kept.hidden = false;
}

let wrong = new Map();
function number() {
  const rows = text.value.split("\n").length;
  gutter.replaceChildren(...Array.from({ length: rows }, (_, i) => {
    const row = document.createElement("li");
    row.textContent = String(i + 1);
    if (wrong.has(i + 1)) row.className = wrong.get(i + 1);
    return row;
  }));
  gutter.scrollTop = text.scrollTop;
}

let waiting = 0;
let asked = 0;
async function check() {
  const mine = ++asked;
  const answer = await fetch("/card/check", { method: "POST", body: new URLSearchParams({ text: text.value }) }).catch(() => null);
  if (mine !== asked) return;
  if (!answer?.ok) { toast("The card could not be read: is the connection up?", true); return; }
  const top = preview.scrollTop;
  preview.innerHTML = await answer.text();
  preview.scrollTop = top;
  wrong = new Map();
  for (const p of preview.querySelectorAll(".problem")) {
    const line = Number(p.dataset.line);
    if (wrong.get(line) !== "wrong") wrong.set(line, p.classList.contains("mild") ? "odd" : "wrong");
  }
  number();
}

function changed() {
  remember();
  number();
  clearTimeout(waiting);
  waiting = setTimeout(check, PAUSE_MS);
}

text.addEventListener("input", changed);
text.addEventListener("scroll", () => { gutter.scrollTop = text.scrollTop; });

document.querySelector(".keys").addEventListener("click", (event) => {
  const typed = event.target.closest("[data-type]")?.dataset.type;
  if (typed === undefined) return;
  const before = text.value.slice(0, text.selectionStart);
  const glued = /^[abcD0-9]$/.test(typed) || before === "" || /\s$/.test(before);
  text.focus();
  // Goes through the browser's own editing, so that its undo takes it back.
  document.execCommand("insertText", false, glued ? typed : ` ${typed}`);
});

preview.addEventListener("click", async (event) => {
  const problem = event.target.closest(".problem");
  if (problem) {
    const lines = text.value.split("\n");
    const line = Math.min(Number(problem.dataset.line), lines.length) - 1;
    const start = lines.slice(0, line).reduce((n, row) => n + row.length + 1, 0) + Number(problem.dataset.column) - 1;
    text.focus();
    text.setSelectionRange(start, Math.min(start + 1, text.value.length));
    const row = parseFloat(getComputedStyle(text).lineHeight);
    text.scrollTop = Math.max(0, (line - 4) * row);
    return;
  }
  const all = event.target.closest("[data-hands]");
  if (!all) return;
  const fields = new URLSearchParams({ text: text.value, line: all.dataset.hands });
  const answer = await fetch("/card/hands", { method: "POST", body: fields }).catch(() => null);
  if (!answer?.ok) { toast("That could not be opened.", true); return; }
  const dialog = document.getElementById("hands");
  dialog.querySelector(".contents").innerHTML = await answer.text();
  dialog.showModal();
});

async function save() {
  const told = await send("/card/save", { name: name.value, text: text.value });
  if (told.ok) {
    try { localStorage.removeItem(key); } catch { /* nothing was kept */ }
    kept.hidden = true;
  }
  return told.ok;
}

async function saveAndStay() {
  if (await save()) location.assign(`/card?name=${encodeURIComponent(name.value.trim())}`);
}
document.getElementById("save").addEventListener("click", saveAndStay);
document.addEventListener("keydown", (event) => {
  if (event.key.toLowerCase() !== "s" || !(event.ctrlKey || event.metaKey) || event.altKey) return;
  event.preventDefault();
  saveAndStay();
});

document.getElementById("choose").addEventListener("click", async () => {
  const chosen = document.querySelector(".editor").dataset.card;
  const untouched = text.value === saved && name.value.trim() === "" && chosen !== "new";
  if (!untouched && !(await save())) return;
  const told = await send("/card/choose", { name: untouched ? chosen : name.value.trim() });
  if (told.ok) location.assign(`/card?name=${encodeURIComponent(untouched ? chosen : name.value.trim())}`);
});

document.getElementById("throw").addEventListener("click", () => {
  text.value = saved;
  kept.hidden = true;
  changed();
});

recall();
number();
check();
