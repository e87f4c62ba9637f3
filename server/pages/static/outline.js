// The table's corners, dragged over the live picture by finger, mouse or arrow keys. The server makes a table of them.
import { draw } from "./picture.js";
import { send } from "./live.js";

const STEP = 4; // pixels of the picture an arrow key moves a corner, five times as many with Shift
const NAMES = ["far left", "far right", "near right", "near left"];
const figure = document.querySelector("figure[data-picture]");
const svg = figure.querySelector("svg");
const which = Number(figure.dataset.camera ?? 0) ? `?camera=${figure.dataset.camera}` : "";
let corners = [];
let size = [1280, 720];
let layer = null;
let dragged = -1;
let sending = 0;

async function fetchCorners() {
  const answer = await fetch(`/setup/outline/corners${which}`);
  const told = await answer.json();
  if (dragged < 0 && told.corners?.length) {
    corners = told.corners;
    place();
  }
  if (told.fixed) fixed();
  return told;
}

function fixed() {
  const onward = document.querySelector("[data-onward]");
  if (!onward) return;
  onward.classList.replace("quiet", "go");
  onward.querySelector(".word").textContent = "Next";
}

function build() {
  layer = draw("g", { class: "handles" });
  layer.append(draw("polygon", { class: "zone edge held" }));
  corners.forEach((_, k) => {
    const handle = draw("g", { class: "handle", "data-corner": k, tabindex: 0, role: "button" });
    handle.setAttribute("aria-label", `The table's ${NAMES[k]} corner: move it with the arrow keys`);
    handle.append(draw("circle", { class: "grip" }), draw("circle", { class: "dot" }));
    layer.append(handle);
  });
  svg.append(layer);
}

function place() {
  if (!layer) build();
  if (layer.parentNode !== svg) svg.append(layer);
  layer.querySelector("polygon").setAttribute("points", corners.map((p) => p.join(",")).join(" "));
  const scale = size[0] / Math.max(1, svg.clientWidth); // so that a grip is a finger wide on every screen
  corners.forEach(([x, y], k) => {
    const inside = [Math.min(size[0] - 4, Math.max(4, x)), Math.min(size[1] - 4, Math.max(4, y))];
    for (const circle of layer.querySelectorAll(`[data-corner="${k}"] circle`)) {
      circle.setAttribute("cx", inside[0]);
      circle.setAttribute("cy", inside[1]);
      circle.setAttribute("r", (circle.classList.contains("dot") ? 5 : 26) * scale);
    }
  });
}

function at(event) {
  const box = svg.getBoundingClientRect();
  return [((event.clientX - box.left) / box.width) * size[0], ((event.clientY - box.top) / box.height) * size[1]];
}

async function keep() {
  const told = await send(`/setup/outline/drag${which}`, { points: corners.map((p) => p.map((v) => v.toFixed(1)).join(",")).join(" ") });
  if (told.ok) fixed();
  else await fetchCorners();
}

svg.addEventListener("pointerdown", (event) => {
  const handle = event.target.closest("[data-corner]");
  if (!handle) return;
  dragged = Number(handle.dataset.corner);
  svg.setPointerCapture(event.pointerId);
  event.preventDefault();
});
svg.addEventListener("pointermove", (event) => {
  if (dragged < 0) return;
  corners[dragged] = at(event);
  place();
});
for (const end of ["pointerup", "pointercancel"]) {
  svg.addEventListener(end, async () => {
    if (dragged < 0) return;
    await keep();
    dragged = -1;
  });
}
svg.addEventListener("keydown", (event) => {
  const handle = event.target.closest("[data-corner]");
  const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
  if (!handle || !way) return;
  event.preventDefault();
  const k = Number(handle.dataset.corner);
  const far = event.shiftKey ? 5 * STEP : STEP;
  corners[k] = [corners[k][0] + way[0] * far, corners[k][1] + way[1] * far];
  place();
  clearTimeout(sending);
  sending = setTimeout(keep, 400);
});

let first = true;
figure.addEventListener("looked", async ({ detail: told }) => {
  if (!told.n) return;
  const turned = size[0] !== told.width || size[1] !== told.height;
  size = [told.width, told.height];
  if (layer && layer.parentNode === svg && !turned) return;
  const found = await fetchCorners();
  if (first && found.corners?.length && !found.fixed) document.querySelector("form[hx-post*='/find'] button").click();
  first = false;
});
document.body.addEventListener("htmx:afterRequest", (event) => {
  if (event.detail.elt.closest("[data-redraw]")) setTimeout(fetchCorners, 350);
});
window.addEventListener("resize", () => corners.length && place());
