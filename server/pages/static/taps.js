// What a finger does and what it is told: a button that was sent shows so at once, and one that has only just come to
// stand where it stands takes no tap, since that was meant for what stood there before.
import { keyOf } from "./morph.js";

const FRESH_MS = 300;
const PRESSABLE = "button"; // a fold or a link changes nothing at the table
const fresh = new Map(); // element -> when it came, by the clock of events
let missed = () => {};

// Called when a tap was not taken.
export function onMissed(tell) {
  missed = tell;
}

const all = (places) => places.flatMap((place) => [...place.querySelectorAll(PRESSABLE)].map((node) => [place, node]));

// Where everything that can be pressed stands, by what it is.
function standing(places) {
  const found = new Map();
  for (const [place, node] of all(places)) {
    const { left, top, width, height } = node.getBoundingClientRect();
    if (!width || !height) continue;
    let name = `${place.id} ${keyOf(node) ?? node.textContent}`;
    while (found.has(name)) name += " again";
    found.set(name, { node, left, top });
  }
  return found;
}

// Does `change` to these places, and lets nothing that it put or moved there be pressed for a moment.
export function guarded(places, change) {
  const before = standing(places);
  change();
  const now = performance.now();
  for (const [name, { node, left, top }] of standing(places)) {
    const was = before.get(name);
    if (was && Math.abs(was.left - left) < 8 && Math.abs(was.top - top) < 8) continue;
    fresh.set(node, now);
    node.setAttribute("data-fresh", "");
    node.setAttribute("aria-disabled", "true");
  }
  if (fresh.size) setTimeout(settle, FRESH_MS + 5);
}

function settle() {
  const now = performance.now();
  for (const [node, came] of fresh) {
    if (node.isConnected && now - came < FRESH_MS) continue;
    fresh.delete(node);
    node.removeAttribute("data-fresh");
    node.removeAttribute("aria-disabled");
  }
}

let pressed = null; // what the finger came down on
document.addEventListener("pointerdown", (event) => {
  const node = event.target.closest(PRESSABLE);
  pressed = node && { node, key: keyOf(node) };
}, true);

document.addEventListener("click", (event) => {
  const node = event.target.closest(PRESSABLE);
  const down = pressed;
  pressed = null;
  if (!node) return;
  const came = fresh.get(node);
  // Enter in a field is meant for that field, wherever the button that it presses has come to stand.
  const typed = event.detail === 0 && document.activeElement !== node && node.form?.contains(document.activeElement);
  const early = !typed && came !== undefined && event.timeStamp < came + FRESH_MS;
  const other = event.detail > 0 && down !== null && down.node === node && down.key !== keyOf(node);
  if (!early && !other) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  missed();
}, true);

// From the tap to the answer the button is seen to be at work.
const sender = (detail) => detail.requestConfig?.triggeringEvent?.submitter ?? detail.elt;
document.addEventListener("htmx:beforeRequest", (event) => sender(event.detail).setAttribute("data-busy", ""));
document.addEventListener("htmx:afterRequest", (event) => {
  sender(event.detail).removeAttribute("data-busy");
  event.detail.elt.querySelectorAll?.("[data-busy]").forEach((node) => node.removeAttribute("data-busy"));
});
