// A rack photographed on the seat's page: the picture goes up as it is, what was read comes back as tiles to put right.
import { answered, toast } from "./live.js";

const panel = document.getElementById("photo");
const taken = panel.querySelector("input[type=file]");
const found = panel.querySelector(".photo-found");
const reading = panel.querySelector(".reading");
const fix = document.getElementById("photo-fix");
let wrong = null; // the tile that is being put right

function forget() {
  taken.value = "";
  found.replaceChildren();
}

taken.addEventListener("change", async () => {
  const picture = taken.files[0];
  if (!picture) return;
  forget();
  reading.hidden = false;
  try {
    const answer = await fetch(`/photo/${panel.dataset.seat}`, { method: "POST", body: picture, headers: { "content-type": "application/octet-stream" } });
    const text = await answer.text();
    if (answer.ok) {
      found.innerHTML = text;
      htmx.process(found);
    } else answered(text, false);
  } catch {
    toast("No connection: nothing was sent.", true);
  }
  reading.hidden = true;
});

const tiles = () => [...found.querySelectorAll(".photographed [data-tile]:not(.add-tile)")];
function told() {
  found.querySelector("input[name=tiles]").value = tiles().map((one) => one.dataset.tile).join(" ");
}

found.addEventListener("click", (event) => {
  if (event.target.closest("[data-forget]")) return forget();
  const one = event.target.closest("[data-tile]");
  if (!one) return;
  wrong = one;
  const likely = fix.querySelector(".likely");
  const others = (one.dataset.others ?? "").split(" ").filter(Boolean);
  likely.replaceChildren(...others.map((face) => fix.querySelector(`.pick-grid [data-face="${face}"]`).cloneNode(true)));
  fix.showModal();
});

fix.addEventListener("click", (event) => {
  const chosen = event.target.closest("[data-face]");
  if (!chosen || !wrong) return;
  const face = chosen.dataset.face;
  const adds = wrong.classList.contains("add-tile");
  if (face !== "-") {
    const fresh = adds ? document.createElement("button") : wrong;
    fresh.type = "button";
    fresh.dataset.tile = face;
    fresh.dataset.others = "";
    fresh.classList.remove("unsure");
    fresh.setAttribute("aria-label", `${chosen.getAttribute("aria-label")}: put it right`);
    fresh.replaceChildren(chosen.querySelector("img").cloneNode(true));
    if (adds) wrong.before(fresh);
  } else if (!adds) wrong.remove();
  told();
  fix.close();
});

found.addEventListener("htmx:afterRequest", (event) => {
  if (event.detail.successful) {
    forget();
    panel.open = false;
  }
});
