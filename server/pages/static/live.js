// Keeps a page up to date: one socket that brings rendered parts, taps that are sent as forms, a sign when the
// connection is lost. Nothing about the game is decided here.

const SILENCE_MS = 1900; // the server speaks at least every 0.8 s
const body = document.body;
let heard = performance.now();
let socket = null;
let wait = 250;

function connect() {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  const mine = new WebSocket(`${scheme}://${location.host}${body.dataset.live}`);
  socket = mine;
  mine.onmessage = (message) => {
    if (socket !== mine) return;
    heard = performance.now();
    wait = 250;
    lost(false);
    body.dataset.heard = "yes";
    take(JSON.parse(message.data));
  };
  mine.onclose = (event) => {
    if (socket !== mine) return;
    socket = null;
    if (event.code === 1008) { location.reload(); return; }
    setTimeout(connect, wait);
    wait = Math.min(wait * 1.6, 1500);
  };
}

function take(told) {
  body.dataset.after = told.after;
  for (const [name, html] of Object.entries(told.parts ?? {})) {
    const place = document.getElementById(name);
    if (!place || place.dataset.html === html) continue;
    swap(place, html);
    place.dispatchEvent(new CustomEvent("swapped", { bubbles: true }));
  }
}

function swap(place, html) {
  const focused = place.contains(document.activeElement) ? document.activeElement : null;
  const key = focused && (focused.id || focused.dataset.key || focused.value);
  const open = [...place.querySelectorAll("details[open][id]")].map((d) => d.id);
  const top = place.scrollTop;
  place.innerHTML = html;
  for (const id of open) document.getElementById(id)?.setAttribute("open", "");
  place.scrollTop = top;
  if (!key) return;
  const again = [...place.querySelectorAll("button, a, input, summary")].find(
    (e) => e.id === key || e.dataset.key === key || e.value === key,
  );
  (again ?? document.getElementById("main")).focus({ preventScroll: true });
}

function lost(is) {
  const sign = document.getElementById("lost");
  if (sign.hidden === is) sign.hidden = !is;
  body.classList.toggle("is-lost", is);
}

setInterval(() => {
  if (performance.now() - heard < SILENCE_MS) return;
  lost(true);
  if (socket && performance.now() - heard > 2 * SILENCE_MS && socket.readyState === WebSocket.OPEN) socket.close();
}, 200);

let fading = 0;
export function toast(words, bad = false) {
  const place = document.getElementById("toast");
  place.textContent = words;
  place.className = `toast${words ? " shown" : ""}${bad ? " bad" : ""}`;
  clearTimeout(fading);
  if (words) fading = setTimeout(() => toast(""), bad ? 9000 : 4000);
}

export async function send(address, fields) {
  const form = new URLSearchParams({ after: body.dataset.after, ...fields });
  try {
    const answer = await fetch(address, { method: "POST", body: form, headers: { accept: "application/json" } });
    const told = await answer.json().catch(() => ({ ok: answer.ok, says: "" }));
    const rule = told.rule ? ` (${told.rule})` : "";
    if (!told.ok) toast((told.says || "That did not work.") + rule, true);
    else if (told.says) toast(told.says);
    return told;
  } catch {
    toast("No connection: nothing was sent.", true);
    return { ok: false };
  }
}

document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (!form.matches("form[data-send]")) return;
  event.preventDefault();
  const button = event.submitter;
  const fields = Object.fromEntries(new FormData(form));
  if (button?.name) fields[button.name] = button.value;
  if (button?.disabled) return;
  const dialog = form.closest("dialog");
  if (button) button.disabled = true;
  const told = await send(form.getAttribute("action"), fields);
  if (button) button.disabled = false;
  if (told.ok && dialog) dialog.close();
});

// Dialogs: contents come from the server, or a picker of tiles that fills {tile} into an act.
document.addEventListener("click", async (event) => {
  const opener = event.target.closest("[data-dialog]");
  if (opener) {
    const dialog = document.getElementById(opener.dataset.dialog);
    if (opener.dataset.from) {
      const answer = await fetch(opener.dataset.from).catch(() => null);
      if (!answer?.ok) { toast("That could not be opened: is the connection up?", true); return; }
      dialog.querySelector(".contents").innerHTML = await answer.text();
    }
    if (opener.dataset.pick) {
      dialog.dataset.pick = opener.dataset.pick;
      dialog.querySelector(".asks").textContent = opener.dataset.asks ?? "";
    }
    dialog.showModal();
    return;
  }
  if (event.target.closest("[data-close]")) event.target.closest("dialog").close();
  const picked = event.target.closest("dialog[data-pick] button[data-tile]");
  if (picked) {
    const dialog = picked.closest("dialog");
    dialog.close();
    await send("/act", { event: dialog.dataset.pick.replaceAll("{tile}", picked.dataset.tile) });
  }
  if (event.target.closest("[data-theme-toggle]")) toggleTheme();
});

function toggleTheme() {
  const root = document.documentElement;
  const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.theme = dark ? "light" : "dark";
  try { localStorage.setItem("theme", root.dataset.theme); } catch { /* then only until the page is left */ }
}

if (matchMedia("(prefers-reduced-motion: reduce)").matches) {
  const still = () => document.querySelectorAll("svg.lamp").forEach((lamp) => lamp.pauseAnimations());
  document.addEventListener("swapped", still);
  still();
}

if (body.dataset.live) connect();
