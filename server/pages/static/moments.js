// Moments: what takes the middle of the page and goes again. Each passes once on a device, however often it is told
// anew. Sound and voice are off until somebody wants them here; the voice says the words that stand on the page.

const place = document.getElementById("moment");
const LONGEST = 40; // moments remembered, far more than a page can be told again
const seen = new Map(Object.entries(remembered("moments", {})));
let first = true;

function remembered(name, otherwise) {
  try { return JSON.parse(sessionStorage.getItem(name)) ?? otherwise; } catch { return otherwise; }
}

function remember() {
  const latest = [...seen].slice(-LONGEST);
  try { sessionStorage.setItem("moments", JSON.stringify(Object.fromEntries(latest))); } catch { /* then for this page only */ }
}

function show() {
  const moment = place?.querySelector(".moment");
  if (!moment || moment.dataset.met) return;
  moment.dataset.met = "yes";
  const key = moment.dataset.key;
  const known = seen.get(key);
  if (known === undefined) {
    seen.set(key, Date.now());
    remember();
    if (!first) tell(moment);
  }
  const since = known === undefined ? 0 : known === "past" ? Infinity : (Date.now() - known) / 1000;
  if (known === "past" && !moment.dataset.lasts) moment.classList.add("past");
  if (!moment.dataset.lasts) return;
  const left = Number(moment.dataset.lasts) - since;
  if (left <= 0) moment.classList.add("past");
  else setTimeout(() => moment.classList.add("past"), left * 1000);
}

document.addEventListener("click", (event) => {
  const moment = event.target.closest(".moment");
  if (!moment || !(event.target.closest("[data-past]") || moment.dataset.lasts)) return;
  moment.classList.add("past");
  seen.set(moment.dataset.key, "past");
  remember();
});

// Wanted or not, per device.
const wants = (what) => { try { return localStorage.getItem(what) === "on"; } catch { return false; } };
const switches = document.querySelectorAll("[data-wants]");
function label() {
  for (const button of switches) button.setAttribute("aria-pressed", wants(button.dataset.wants));
}
for (const button of switches) {
  button.addEventListener("click", () => {
    const what = button.dataset.wants;
    try { localStorage.setItem(what, wants(what) ? "off" : "on"); } catch { /* stays off */ }
    label();
    if (what === "voice" && wants("voice")) speak("I will say what happens.");
    if (what === "sound" && wants("sound")) chime();
  });
}
label();

function tell(moment) {
  if (wants("sound")) chime();
  if (wants("voice")) speak(moment.dataset.spoken);
}

function speak(words) {
  if (!("speechSynthesis" in window)) return;
  speechSynthesis.cancel();
  speechSynthesis.speak(Object.assign(new SpeechSynthesisUtterance(words), { lang: "en", rate: 0.95 }));
}

let audio = null;
function chime() {
  const Context = window.AudioContext ?? window.webkitAudioContext;
  if (!Context) return;
  audio ??= new Context();
  const [tone, loud] = [audio.createOscillator(), audio.createGain()];
  const now = audio.currentTime;
  tone.frequency.setValueAtTime(660, now);
  tone.frequency.setValueAtTime(880, now + 0.12);
  loud.gain.setValueAtTime(0.0001, now);
  loud.gain.exponentialRampToValueAtTime(0.2, now + 0.02);
  loud.gain.exponentialRampToValueAtTime(0.0001, now + 0.5);
  tone.connect(loud).connect(audio.destination);
  tone.start(now);
  tone.stop(now + 0.55);
}

// The ring runs out by its own numbers; a style written into the page would be refused by its content policy.
const ring = document.getElementById("ring");
function wind() {
  const { dataset, style } = ring.querySelector(".ring") ?? {};
  for (const name of ["left", "until", "third"]) if (dataset?.[name]) style.setProperty(`--${name}`, dataset[name]);
}
if (ring) {
  new MutationObserver(wind).observe(ring, { childList: true });
  wind();
}

if (place) {
  new MutationObserver(show).observe(place, { childList: true });
  show();
}
first = false;
