// The Camera page: the sentence of state, and a tap on a boxed tile to put it right.
import "./picture.js";

let last = { tiles: [] };

document.addEventListener("looked", ({ target, detail: told }) => {
  if (target.dataset.camera === "1") {
    const second = document.querySelector("[data-second-says]");
    if (second.textContent !== told.says) second.textContent = told.says;
    second.classList.toggle("bad", told.lost === true || !told.ok);
    return;
  }
  last = told;
  const says = document.querySelector("[data-says]");
  if (says.textContent !== told.says) says.textContent = told.says;
  says.classList.toggle("bad", told.lost === true || !told.ok);
  document.querySelector("[data-rate]").textContent = told.n ? `${told.fps} looks a second, ${told.lag_s} s behind` : "";
});

function pick(mark) {
  const tile = last.tiles?.[Number(mark.dataset.tile)];
  if (!tile) return;
  if (tile.number) {
    window.htmx.ajax("GET", `/referee/event/${tile.number}`, { target: "#correct .contents", swap: "innerHTML" });
    return;
  }
  const dialog = document.getElementById("teach");
  dialog.querySelector(".asks").textContent = `Read as ${tile.name}. What is this tile?`;
  dialog.querySelector("[name=x]").value = tile.at_mm[0];
  dialog.querySelector("[name=y]").value = tile.at_mm[1];
  dialog.showModal();
}

const picture = document.querySelector("figure[data-picture]");
picture.addEventListener("click", (event) => {
  const mark = event.target.closest("[data-tile]");
  if (mark) pick(mark);
});
picture.addEventListener("keydown", (event) => {
  const mark = event.target.closest("[data-tile]");
  if (!mark || !["Enter", " "].includes(event.key)) return;
  event.preventDefault();
  pick(mark);
});
document.querySelector("[data-pause]").addEventListener("htmx:afterRequest", (event) => {
  if (event.detail.successful) location.reload();
});
