// The set-up: a tap on a seat of the drawn table, and words about the camera. Everything is decided on the server.
import { toast } from "./live.js";

document.addEventListener("looked", ({ detail: told }) => {
  const says = document.querySelector("[data-says]");
  if (says && says.textContent !== told.says) says.textContent = told.says;
  says?.classList.toggle("bad", !told.ok);
});

document.addEventListener("click", (event) => {
  const seat = event.target.closest("[data-seat]");
  if (!seat) return;
  const { seat: name, what, place } = seat.dataset;
  if (what === "east") {
    const form = document.querySelector("form[hx-post='/setup/east']");
    form.elements.tapped.value = name;
    form.requestSubmit();
    return;
  }
  const dialog = document.getElementById(what);
  if (what === "who") {
    dialog.querySelector(".asks").textContent = `Who sits at the ${place}?`;
    dialog.querySelector("[name=seat]").value = name;
  }
  const typed = dialog.querySelector("[name=name]");
  typed.value = seat.dataset.name;
  // The first button is the one that Enter presses: where it has to be said who it is, it presses none.
  for (const part of dialog.querySelectorAll("[data-named], [data-unnamed]")) {
    part.hidden = part.disabled = "named" in part.dataset !== Boolean(seat.dataset.name);
  }
  dialog.showModal();
  typed.focus();
});

// An answer loads the page anew: whoever goes by keys goes on from where she was.
const FOCUS = "setup-focus";
let pressed = "";
document.addEventListener("click", (event) => {
  const place = event.target.closest("main [data-seat], main button, a");
  if (event.detail > 0 || place?.href) pressed = ""; // by a finger or a mouse, or to another page
  else if (place?.dataset.seat) pressed = `[data-seat="${place.dataset.seat}"]`;
  else if (place?.name) pressed = `button[name="${CSS.escape(place.name)}"][value="${CSS.escape(place.value)}"]`;
});
addEventListener("pagehide", () => sessionStorage.setItem(FOCUS, pressed && JSON.stringify([location.pathname, pressed])));
const [page, place] = JSON.parse(sessionStorage.getItem(FOCUS) || "[]");
if (page === location.pathname) document.querySelector(`main ${place}`)?.focus();

// What an answer says is said on, once the page is there anew: half a second is too short to read it.
const SAID = "setup-said";
const goOn = (words) => { try { sessionStorage.setItem(SAID, words); } finally { location.reload(); } };
document.body.addEventListener("htmx:afterRequest", (event) => {
  if (!event.detail.successful || !event.detail.elt.closest("[data-reload]")) return;
  setTimeout(() => goOn(document.getElementById("toast").textContent), 500);
});
const words = sessionStorage.getItem(SAID);
sessionStorage.removeItem(SAID);
if (words) toast(words);

document.querySelector(".trail [aria-current]")?.scrollIntoView({ inline: "center", block: "nearest" });
