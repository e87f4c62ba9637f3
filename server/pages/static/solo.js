// The table for one: what is done with the hands at a real table is done here, tiles to pass and a discard to let go.
import { morph } from "./morph.js";
import { guarded } from "./taps.js";

const strip = document.getElementById("solo");
const own = document.getElementById("own");
const root = document.body.getAttribute("ws-connect").replace(/\/live\/.*$/, "");
let asking = null;
let held = false; // whether the focus was in what has been sent: it goes to what comes next, for whoever plays by keys

async function refresh() {
  asking?.abort();
  const mine = (asking = new AbortController());
  try {
    const answer = await fetch(`${root}/solo`, { signal: mine.signal });
    const text = await answer.text();
    if (mine.signal.aborted || !answer.ok) return;
    guarded([strip, own], () => morph(strip, text)); // what comes here pushes the tiles under it down
    htmx.process(strip);
    count();
    refocus();
  } catch { /* the page's own sign tells of a lost connection */ }
}

function refocus() {
  if (!held) return;
  if (document.activeElement !== document.body) { held = false; return; }
  const next = strip.querySelector("input:enabled, button:enabled");
  next?.focus({ preventScroll: true });
  held = !next;
}

// How many tiles are tapped, on the button that passes them.
function count() {
  const form = strip.querySelector("form[data-most]");
  if (!form) return;
  const tapped = form.querySelectorAll("input:checked").length;
  const [least, most] = [Number(form.dataset.least), Number(form.dataset.most)];
  const button = form.querySelector("button");
  button.disabled = tapped < least || tapped > most;
  form.querySelector(".tapped").textContent = tapped > most ? `${tapped} tapped: at most ${most}` : `${tapped} tapped`;
}

strip.addEventListener("change", count);
// What was sent can be tapped no more.
strip.addEventListener("htmx:beforeRequest", (event) => {
  held = strip.contains(document.activeElement);
  event.target.inert = true;
});
strip.addEventListener("htmx:afterRequest", (event) => {
  event.target.inert = false;
  if (event.detail.successful) strip.replaceChildren();
  refresh();
});
document.body.addEventListener("shown", refresh);
refresh();
