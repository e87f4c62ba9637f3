// "Help me" on a seat's page: fetched when it is unfolded, and again when what the page shows has changed. Nothing is
// asked for while it is folded.
import { morph } from "./morph.js";
import { toast } from "./live.js";

const help = document.getElementById("help");
const body = help.querySelector(".help-body");
// The path that these pages are served under: the real table's is none.
const root = document.body.getAttribute("ws-connect").replace(/\/live\/.*$/, "");
const place = `${root}/seat/${help.dataset.seat}/help`;
const KEEP = `help ${root}${help.dataset.seat}`;
const ABOUT = ["turn", "own", "ring", "around"];
const WAIT_MS = 400; // what takes longer is seen to be thought about
const sign = help.querySelector(".thinking");
let more = false;
let asking = null;
const unseen = () => Boolean(document.querySelector("#own #unseen"));
let wasUnseen = unseen();

async function refresh() {
  if (!help.open) return;
  asking?.abort();
  const mine = (asking = new AbortController());
  const slow = setTimeout(() => thinking(mine, true), WAIT_MS);
  try {
    const answer = await fetch(`${place}?more=${more}`, { signal: mine.signal });
    const text = await answer.text();
    if (mine.signal.aborted) return;
    if (!answer.ok) return toast(JSON.parse(text).says, true);
    clearTimeout(slow);
    thinking(mine, false);
    morph(body, text);
    htmx.process(body);
    body.dataset.told = String(Number(body.dataset.told ?? 0) + 1);
    await closer(mine.signal);
  } catch (error) {
    if (error.name !== "AbortError") body.dataset.told = "failed"; // the page's own sign tells of a lost connection
  } finally {
    clearTimeout(slow);
    thinking(mine, false);
  }
}

// What stands there meanwhile is about an earlier turn. A question that is asked no more leaves the sign to the next.
function thinking(mine, is) {
  if (asking !== mine) return;
  sign.textContent = is ? "The coach is thinking…" : "";
  body.setAttribute("aria-busy", is);
}

// The chances come first as a first look; those of a closer one take their place when they are there, and once.
async function closer(signal) {
  if (!body.querySelector("#chances [data-closer]")) return;
  const answer = await fetch(`${place}/closer`, { signal });
  const text = await answer.text();
  const chances = body.querySelector("#chances");
  if (!signal.aborted && answer.ok && text && chances) morph(chances, text);
}

async function why(question) {
  const answer = await fetch(`${place}/why?${question}`);
  const text = await answer.text();
  if (!answer.ok) return toast(JSON.parse(text).says, true);
  const told = body.querySelector(".why");
  if (!told) return;
  told.innerHTML = text;
  told.scrollIntoView({ block: "nearest" });
}

help.addEventListener("toggle", () => {
  try { localStorage.setItem(KEEP, help.open ? "open" : ""); } catch { /* then it is folded next time */ }
  refresh();
});
document.body.addEventListener("shown", (event) => {
  if (event.detail.parts.includes("turn")) more = false;
  // Whoever may no longer see the tiles sees none in a sheet that lies open either. What is opened later has none.
  const shutOut = unseen() && !wasUnseen;
  wasUnseen = unseen();
  if (shutOut) {
    for (const sheet of document.querySelectorAll("#sheet, #lay")) { sheet.close(); sheet.querySelector(".contents").replaceChildren(); }
  }
  if (event.detail.parts.some((part) => ABOUT.includes(part))) refresh();
});
help.addEventListener("htmx:afterRequest", () => refresh());
help.addEventListener("click", (event) => {
  const asked = event.target.closest("[data-why]");
  if (asked) why(asked.dataset.why);
  if (event.target.closest("[data-more]")) { more = true; refresh(); }
});

try { if (localStorage.getItem(KEEP)) help.open = true; } catch { /* folded */ }
