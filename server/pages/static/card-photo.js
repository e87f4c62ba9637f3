// A photograph of the printed card: sent to the table's own computer, its lines shown beside their pictures, to be put
// right and taken over. Nothing of it is kept.
import { answered, toast } from "./live.js";
import { insert } from "./typing.js";

const text = document.getElementById("text");
const dialog = document.getElementById("read");
const list = document.getElementById("proposals");
const looking = document.getElementById("looking");

document.getElementById("photo").addEventListener("change", async (event) => {
  const photo = event.target.files[0];
  event.target.value = "";
  if (!photo) return;
  toast("");
  looking.hidden = false;
  looking.scrollIntoView({ block: "nearest" });
  const body = new FormData();
  body.append("photo", photo);
  const answer = await fetch("/card/photo", { method: "POST", body, headers: { accept: "application/json" } }).catch(() => null);
  looking.hidden = true;
  if (!answer) { toast("The photograph did not arrive. Try again nearer to the table.", true); return; }
  const told = answered(await answer.text(), answer.ok);
  if (!told.ok) return;
  list.replaceChildren(...told.rows.map(proposal));
  dialog.showModal();
});

const ASKS = { heading: "Name of the section", remark: "Remark, as it is printed", hand: "Line" };

function proposal(row, at) {
  const item = document.createElement("li");
  item.className = row.kind === "hand" && row.doubts.length ? "doubtful" : "";
  item.dataset.kind = row.kind;
  const picture = document.createElement("img");
  picture.src = row.crop;
  picture.alt = row.kind === "hand" ? "The line as it is printed" : "Words as they are printed";
  item.append(picture, ...field(`read-${at}`, ASKS[row.kind], row.text, "line"));
  if (row.kind === "hand") {
    if (row.words) item.append(...field(`read-${at}-remark`, ASKS.remark, "", "remark"));
    const note = document.createElement("p");
    note.className = row.doubts.length ? "doubt" : "hint";
    const hands = row.hands === null ? [] : [`${row.hands} hand${row.hands === 1 ? "" : "s"} as it stands`];
    note.textContent = [...row.doubts, ...hands].join("; ");
    item.append(note);
  }
  return item;
}

function field(id, words, value, what) {
  const label = document.createElement("label");
  label.htmlFor = id;
  label.textContent = words;
  const area = document.createElement("textarea");
  Object.assign(area, { id, value, rows: 1, spellcheck: false, className: what });
  area.setAttribute("autocomplete", "off");
  if (value === "") area.placeholder = "Type it, or leave it out";
  return [label, area];
}

const inBrackets = (said) => (said === "" || /^[[(]/.test(said) ? said : `(${said})`);
const plain = (area) => (area?.value ?? "").replace(/\s*\n\s*/g, " ").trim();

// A heading begins a section, a remark belongs to the line above it.
function typed() {
  return [...list.children].map((item) => {
    const said = plain(item.querySelector(".line"));
    if (said === "") return "";
    if (item.dataset.kind === "heading") return /^==/.test(said) ? said : `== ${said} ==`;
    if (item.dataset.kind === "remark") return `   ${inBrackets(said)}`;
    const remark = inBrackets(plain(item.querySelector(".remark")));
    return remark ? `${said}   ${remark}` : said;
  }).filter(Boolean).join("\n");
}

document.getElementById("take-read").addEventListener("click", () => {
  const lines = typed();
  dialog.close();
  if (!lines) return;
  text.setSelectionRange(text.value.length, text.value.length);
  insert(text, `${text.value === "" || text.value.endsWith("\n") ? "" : "\n"}${lines}\n`);
});
