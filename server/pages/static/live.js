// Beside htmx, which sends the taps and holds the socket: what the socket brings is put in its place, a sign when the
// connection is lost, words for answers, dialogs. Nothing about the game is decided here.
import { keyOf, morph, remember } from "./morph.js";
import { guarded, onMissed } from "./taps.js";

remember(document.body); // before anything else touches it
const SILENCE_MS = 1900; // the server speaks at least every 0.8 s
const body = document.body;
let heard = performance.now();
let socket = null; // htmx's hold on it
let wire = null; // the socket itself, the newest: of older ones nothing matters any more

htmx.config.wsReconnectDelay = (tries) => Math.min(250 * 1.6 ** tries, 1500);
htmx.createWebSocket = (address) => (wire = new WebSocket(address));

body.addEventListener("htmx:wsBeforeMessage", (event) => {
  event.preventDefault();
  socket = event.detail.socketWrapper;
  heard = performance.now();
  lost(false);
  const { after, game, parts } = JSON.parse(event.detail.message);
  if (parts) show(after, game, parts);
  body.dataset.heard = "yes";
});

const AGAIN = [1006, 1011, 1012, 1013]; // after these htmx opens the socket again by itself
body.addEventListener("htmx:wsClose", (event) => {
  const { event: closed, socketWrapper } = event.detail;
  if (closed.target !== wire) return;
  if (closed.code === 1008) location.reload();
  else if (!AGAIN.includes(closed.code)) setTimeout(() => socketWrapper.reconnect(), 500);
});

function lost(is) {
  const sign = document.getElementById("lost");
  if (sign.hidden === is) sign.hidden = !is;
  body.classList.toggle("is-lost", is);
}

let tried = heard;
setInterval(() => {
  const now = performance.now();
  if (now - heard < SILENCE_MS) return;
  lost(true);
  const dead = wire?.readyState === WebSocket.OPEN; // open and silent, as after a sleep
  if (dead && socket && now - Math.max(heard, tried) > 2 * SILENCE_MS) {
    tried = now;
    socket.reconnect();
  }
}, 200);

// A part comes as its whole text, or as the lines of it that are others: from line, to line, what stands there instead.
const lines = new Map();
function show(after, game, parts) {
  const known = document.getElementById("after");
  if (known.value !== String(after)) setTimeout(freshen);
  // Events are numbered anew in each game: what is open about the one before speaks of others now.
  if (known.dataset.game !== String(game)) document.querySelectorAll("dialog[data-of-game][open]").forEach((dialog) => dialog.close());
  known.dataset.game = game;
  known.value = after;
  for (const [name, told] of Object.entries(parts)) {
    if (typeof told === "string") lines.set(name, told.split("\n"));
    else for (const [from, to, instead] of told) lines.get(name).splice(from, to - from, ...instead);
  }
  const places = [...lines.keys()].map((name) => document.getElementById(name)).filter(Boolean);
  const changed = places.filter((place) => place.id in parts);
  const before = heading();
  anew(changed, () => guarded(places, () => {
    changed.forEach((place) => morph(place, lines.get(place.id).join("\n")));
    if (heading() !== before && performance.now() - sent < JUST_NOW_MS) backToTheTop();
  }));
  // What is judged has been answered on another page once this one no longer asks.
  const judge = document.querySelector("dialog#judge[open]");
  if (judge && !document.querySelector("[hx-get='/judge/lines']")) judge.close();
  still();
  body.dispatchEvent(new CustomEvent("shown", { detail: { parts: Object.keys(parts) } }));
}

// Whoever scrolled down to what she tapped is shown what is to be done next, which stands at the top.
const JUST_NOW_MS = 2000;
let sent = -Infinity;
body.addEventListener("htmx:beforeRequest", ({ detail }) => { if (detail.requestConfig.verb === "post") sent = performance.now(); });
const heading = () => document.querySelector(".now h1")?.textContent;
function backToTheTop() {
  const out = document.querySelector(".now")?.getBoundingClientRect().top < 0;
  if (out) document.getElementById("main").scrollIntoView(); // what has just happened, and is asked, stands above it
}

// What changes these places; the focus stays with what it was on.
function anew(places, change) {
  const focused = places.some((place) => place.contains(document.activeElement)) ? document.activeElement : null;
  change();
  places.forEach((place) => htmx.process(place));
  if (focused && !focused.isConnected) refocus(places, keyOf(focused));
  outOfTheWay();
}

function refocus(places, key) {
  const again = places.flatMap((place) => [...place.querySelectorAll("button, a, input, summary")]).find((e) => key && keyOf(e) === key);
  (again ?? document.getElementById("main")).focus({ preventScroll: true });
}

const MISSED = "The buttons had just changed. Look, then tap again.";
onMissed(() => toast(MISSED, true));

// Over an open dialog nothing else of the page is seen or heard: what is said then is said in the dialog.
const said = document.getElementById("toast");
const saidIn = said.parentNode;
function toTheFront() {
  const open = [...document.querySelectorAll("dialog[open]")]; // the focus is in the one before all others
  const inFront = document.activeElement?.closest("dialog[open]") ?? open.pop() ?? saidIn;
  if (said.parentNode === inFront) return;
  inFront.append(said);
  outOfTheWay();
}
document.addEventListener("close", toTheFront, true);

// It lies over nothing that can be tapped, as far as there is room: as low as it can, else where it hides the least.
const TAPPED = "a[href], button, input, label, select, summary, textarea";
function outOfTheWay() {
  if (!said.textContent) return;
  said.style.bottom = "";
  const { left, right, height } = said.getBoundingClientRect();
  const edge = parseFloat(getComputedStyle(said).bottom);
  const dialog = said.closest("dialog");
  const frame = dialog?.getBoundingClientRect() ?? { top: 0, bottom: innerHeight };
  const under = [...(dialog ?? document).querySelectorAll(TAPPED)].filter((one) => one.checkVisibility()).map((one) => one.getBoundingClientRect()).filter((one) => one.right > left && one.left < right);
  const hides = (bottom) => under.reduce((sum, one) => sum + Math.max(0, Math.min(one.bottom, bottom, frame.bottom) - Math.max(one.top, bottom - height, frame.top)), 0);
  let best = innerHeight - edge;
  for (let bottom = best; bottom - height >= edge && hides(best); bottom -= 4) if (hides(bottom) < hides(best)) best = bottom;
  said.style.bottom = `${innerHeight - best}px`;
}
addEventListener("resize", outOfTheWay);
said.addEventListener("click", () => toast(""));

let fading = 0;
export function toast(words, bad = false) {
  if (words) toTheFront();
  said.textContent = words;
  said.className = `toast${words ? " shown" : ""}${bad ? " bad" : ""}`;
  outOfTheWay();
  clearTimeout(fading);
  if (words) fading = setTimeout(() => toast(""), bad ? 9000 : 4000);
}

// Files that are larger together than may be sent are said to be so where they are chosen, and go nowhere.
document.addEventListener("change", (event) => {
  const { files, dataset } = event.target;
  if (!dataset.most || [...files].reduce((bytes, file) => bytes + file.size, 0) <= Number(dataset.most)) return;
  event.stopImmediatePropagation();
  event.target.value = "";
  toast(dataset.tooLarge, true);
}, true);

// An answer is words in JSON, or a piece of the page, which htmx has put in its place.
export function answered(text, fine) {
  let told;
  try { told = JSON.parse(text); } catch { told = { ok: fine, says: fine ? undefined : text.slice(0, 200) }; }
  if (!told.ok) toast(told.words || told.says || "That did not work.", true);
  // Even nothing: what was complained of before is mended, but for a tap that nobody has answered.
  else if (told.says || (told.says !== undefined && said.textContent !== MISSED)) toast(told.words || told.says);
  return told;
}

// Whether other names stand typed beside the one that was sent: a sheet that closed would lose them.
const namesUnsent = (form) => [...(form.closest(".names")?.querySelectorAll(".name-input") ?? [])].some(
  (input) => input.form !== form && input.value !== input.defaultValue,
);

const isJson = (xhr) => Boolean(xhr.getResponseHeader("content-type")?.includes("json"));
body.addEventListener("htmx:beforeSwap", ({ detail }) => {
  const { target, xhr } = detail;
  if (isJson(xhr)) detail.shouldSwap = false;
  if (!detail.shouldSwap || !target.matches("[data-morph]")) return;
  detail.shouldSwap = false; // what is typed, scrolled to or in focus stays
  anew([target], () => guarded([target], () => morph(target, xhr.responseText)));
});
function conclude(event) {
  const { elt, xhr } = event.detail;
  if (elt !== event.currentTarget || !xhr.status) return;
  const told = answered(xhr.responseText, xhr.status < 400); // htmx does not say so where an answer leads to another page
  if (elt.matches("form[data-again]")) elt.reset();
  if (!told.ok || !elt.matches("form") || !elt.closest("dialog") || namesUnsent(elt)) return;
  elt.closest("dialog").close();
  // What it was opened from speaks of a table that is no more.
  if (isJson(xhr)) document.querySelectorAll("dialog[open]").forEach((under) => under.close());
}
const unsent = () => toast("No connection: nothing was sent.", true);
// Heard where it was sent from: a button that the table took away meanwhile is no longer in the page when its answer comes.
body.addEventListener("htmx:beforeRequest", ({ detail: { elt } }) => {
  elt.addEventListener("htmx:afterRequest", conclude);
  for (const failed of ["htmx:sendError", "htmx:timeout"]) elt.addEventListener(failed, unsent);
});
body.addEventListener("htmx:afterSwap", (event) => {
  const dialog = event.detail.target?.closest("dialog");
  if (dialog?.id === "sheet") dialog.dataset.from = event.detail.pathInfo.finalRequestPath;
  if (!dialog || dialog.open) return;
  openers.set(dialog, keyOf(document.activeElement));
  dialog.showModal();
});

// The button that a dialog was opened by may stand elsewhere by the time it is closed: whoever goes by keys goes on there.
const openers = new WeakMap();
document.addEventListener("close", ({ target }) => {
  const key = openers.get(target);
  const lost = document.activeElement === body || target.contains(document.activeElement);
  if (key && lost) refocus([document.getElementById("main")], key);
}, true);

// A sheet that lies open is told anew when the table has moved on: its buttons speak of the last discard.
let freshened = 0;
async function freshen() {
  const sheet = document.querySelector("dialog#sheet[open][data-from]");
  if (!sheet) return;
  const { from } = sheet.dataset;
  const mine = ++freshened;
  const answer = await fetch(from, { headers: { accept: "text/html" } }).catch(() => null);
  const html = await answer?.text().catch(() => null);
  // Meanwhile another sheet may have been opened in its place, or this one been asked for again.
  if (mine !== freshened || !sheet.open || sheet.dataset.from !== from) return;
  if (!answer?.ok || html === null) return sheet.close();
  const contents = sheet.querySelector(".contents");
  guarded([contents], () => morph(contents, html));
  htmx.process(contents);
}

export async function send(address, fields) {
  const form = new URLSearchParams({ after: document.getElementById("after").value, ...fields });
  try {
    const answer = await fetch(address, { method: "POST", body: form, headers: { accept: "application/json" } });
    return answered(await answer.text(), answer.ok);
  } catch {
    unsent();
    return { ok: false };
  }
}

// Of buttons that are tapped one after another every tap counts, though the answer to the one before has yet to come:
// of a form that is sent whole the second tap is dropped, lest an act be done twice.
document.addEventListener("click", async (event) => {
  const button = event.target.closest("button[data-each]");
  if (!button) return;
  button.setAttribute("data-busy", "");
  const { form, name, value } = button;
  await send(form.getAttribute("hx-post"), { ...Object.fromEntries(new FormData(form)), [name]: value });
  button.removeAttribute("data-busy");
});

// The picker of tiles fills {tile} into an act.
document.addEventListener("click", (event) => {
  const opener = event.target.closest("[data-dialog]");
  if (opener) {
    const dialog = document.getElementById(opener.dataset.dialog);
    if (opener.dataset.pick) dialog.dataset.pick = opener.dataset.pick;
    dialog.querySelector(".asks").textContent = opener.dataset.asks;
    dialog.showModal();
    return;
  }
  if (event.target.closest("[data-close]")) event.target.closest("dialog").close();
  const picked = event.target.closest("dialog[data-pick] button[data-tile]");
  if (picked) picked.form.elements.event.value = picked.closest("dialog").dataset.pick.replaceAll("{tile}", picked.dataset.tile);
  if (event.target.closest("[data-theme-toggle]")) toggleTheme();
});

function toggleTheme() {
  const root = document.documentElement;
  const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.theme = dark ? "light" : "dark";
  try { localStorage.setItem("theme", root.dataset.theme); } catch { /* then only until the page is left */ }
}

function still() {
  if (!matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  document.querySelectorAll("svg.lamp").forEach((lamp) => lamp.pauseAnimations());
}
still();
const here = document.querySelector(".menu [aria-current]"); // the line of pages may be longer than the screen
if (here) here.parentElement.scrollLeft = here.offsetLeft - here.parentElement.offsetLeft - 24;
document.documentElement.dataset.whole = "yes"; // what the page cannot do without has run
