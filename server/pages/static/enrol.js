// Photographs go to the server as they are; what it makes of them comes back as a piece of the page.
import { toast } from "./live.js";

const faces = document.getElementById("faces");
const reading = document.getElementById("reading");
const photos = document.getElementById("photos");

async function piece(address, fields) {
  const answer = await fetch(address, { method: "POST", body: fields }).catch(() => null);
  if (!answer) { toast("No connection: nothing was sent.", true); return; }
  if (answer.headers.get("content-type")?.includes("json")) {
    const told = await answer.json();
    toast(told.says, !told.ok);
    return;
  }
  if (!answer.ok) { toast((await answer.text()).slice(0, 200), true); return; }
  faces.innerHTML = await answer.text();
}

photos.addEventListener("change", async () => {
  if (!photos.files.length) return;
  reading.hidden = false;
  await piece("/enrol/photos", new FormData(document.getElementById("take")));
  reading.hidden = true;
  photos.value = "";
});

document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (!form.matches("form[data-piece]")) return;
  event.preventDefault();
  const fields = new URLSearchParams(new FormData(form));
  if (event.submitter?.name) fields.set(event.submitter.name, event.submitter.value);
  form.closest("dialog")?.close();
  await piece(form.getAttribute("action"), fields);
});
