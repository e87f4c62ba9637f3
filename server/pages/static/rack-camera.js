// The camera at this seat's rack: its picture and its reading are asked for while the panel is open, and by nobody else.
import { toast } from "./live.js";

const PACE_MS = 600;
const panel = document.getElementById("rack-camera");
const body = panel.querySelector(".rack-camera-body");
const fix = document.getElementById("rack-fix");
const base = `/seat/${panel.dataset.seat}/rack-camera`;
let read = ""; // what is drawn of the reading
let wrong = null; // the tile that is being put right

const wait = (ms) => new Promise((done) => setTimeout(done, ms));

async function fill() {
  const answer = await fetch(base);
  const text = await answer.text();
  if (answer.ok) {
    body.innerHTML = text;
    htmx.process(body);
  } else {
    let says = "This cannot be shown here.";
    try { says = JSON.parse(text).says; } catch { /* no sentence came with it */ }
    const line = document.createElement("p");
    line.className = "hint";
    line.textContent = says;
    body.replaceChildren(line);
  }
  read = "";
}

function face(code) {
  return fix.querySelector(`.pick-grid [data-face="${code}"] img`).cloneNode(true);
}

function draw(told) {
  const line = body.querySelector("[data-rack-says]");
  if (line && line.textContent !== told.says) line.textContent = told.says;
  const row = body.querySelector(".rack-read");
  const now = JSON.stringify(told.tiles);
  if (!row || now === read) return;
  read = now;
  row.hidden = told.tiles.length === 0;
  row.replaceChildren(...told.tiles.map((one, place) => {
    const button = document.createElement("button");
    button.type = "button";
    button.className = one.sure ? "" : "unsure";
    Object.assign(button.dataset, { tile: one.tile, place, others: one.others.join(" ") });
    button.setAttribute("aria-label", `${one.words}${one.sure ? "" : ", not sure"}: put it right`);
    button.append(face(one.tile));
    return button;
  }));
}

async function picture(there) {
  const image = body.querySelector("[data-rack-picture]");
  if (!image) return;
  if (!there) { image.hidden = true; return; } // none has come: there is nothing to ask for
  const answer = await fetch(`${base}/picture.jpg`);
  if (answer.status !== 200) return; // a torn one: what stands there is as good until the next comes
  const before = image.src;
  image.src = URL.createObjectURL(await answer.blob());
  await image.decode().catch(() => {});
  image.hidden = false;
  if (before.startsWith("blob:")) URL.revokeObjectURL(before);
}

async function follow() {
  while (panel.isConnected) {
    if (panel.open && !document.hidden && body.querySelector("[data-rack-says]")) {
      try {
        const answer = await fetch(`${base}/look`);
        const told = answer.ok ? await answer.json() : null;
        if (told?.on) { draw(told); await picture(told.picture); } else await fill();
      } catch { /* the page's own sign says that the connection is lost */ }
    }
    await wait(PACE_MS);
  }
}

panel.addEventListener("toggle", () => { if (panel.open) fill(); });
// What was refused is asked for again when this device may see more than before. A form is left to whoever fills it in.
document.body.addEventListener("shown", (event) => {
  if (panel.open && event.detail.parts.includes("own") && !body.querySelector("form, [data-rack-says]")) fill();
});
body.addEventListener("htmx:afterSwap", () => { read = ""; });

body.addEventListener("click", (event) => {
  if (event.target.closest("[data-again]")) return fill();
  const one = event.target.closest(".rack-read [data-tile]");
  if (!one) return;
  wrong = { place: one.dataset.place, was: one.dataset.tile };
  const others = one.dataset.others.split(" ").filter(Boolean);
  fix.querySelector(".likely").replaceChildren(...others.map((code) => fix.querySelector(`.pick-grid [data-face="${code}"]`).cloneNode(true)));
  fix.showModal();
});

fix.addEventListener("click", async (event) => {
  const chosen = event.target.closest("[data-face]");
  if (!chosen || !wrong) return;
  fix.close();
  try {
    const answer = await fetch(`${base}/tile`, { method: "POST", body: new URLSearchParams({ ...wrong, tile: chosen.dataset.face }) });
    if (!answer.ok) toast((await answer.json()).says, true);
    else draw(await (await fetch(`${base}/look`)).json());
  } catch {
    toast("No connection: nothing was sent.", true);
  }
});

follow();
