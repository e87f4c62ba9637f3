// Instant replay: <div data-replay data-since data-at data-until> asks for the pictures of that time (the log's clock, in
// seconds), plays them in their own time, slowly or step by step, larger by two fingers, a wheel or keys.
import { toast } from "./live.js";

const SLOW = 0.25;
const FARTHER_S = 5; // what one tap on Earlier or Later brings
const LARGEST = 6;
const STEP = 1.4; // of size, by a button or a key
const PLATE = "rgba(0, 0, 0, .72)"; // under a name: white on it is read over the brightest cloth (9 : 1)
const PLACES = [[0.5, 0.97], [0.97, 0.5], [0.5, 0.03], [0.03, 0.5]]; // of the names: the first seat is at the bottom

class Player {
  constructor(root) {
    Object.assign(this, { root, images: new Map(), told: { pictures: [], told: [], names: [] }, k: 0, playing: false, rate: 1, zoom: 1, x: 0, y: 0, fingers: new Map() });
    this.view = root.querySelector(".replay-view");
    this.canvas = root.querySelector("canvas");
    this.range = root.querySelector("[type=range]");
    this.since = Number(root.dataset.since);
    this.until = Number(root.dataset.until);
    root.addEventListener("click", (event) => this.press(event.target.closest("[data-do]")?.dataset.do));
    this.range.addEventListener("input", () => { this.pause(); this.to(Number(this.range.value)); });
    this.listen();
    new ResizeObserver(() => this.draw()).observe(this.view);
  }

  async open(at, plays) {
    const answer = await fetch(`/replay/pictures?since=${this.since}&until=${this.until}`);
    const told = await answer.json();
    if (!answer.ok || !told.pictures.length) { toast(told.says || "That is no longer kept.", true); return; }
    this.told = told;
    this.range.max = told.pictures.length - 1;
    this.addresses();
    const near = told.pictures.findIndex((p) => p.at >= at);
    await this.to(near < 0 ? told.pictures.length - 1 : near);
    this.fetchAll();
    if (plays) this.play();
  }

  addresses() {
    const clip = `since=${this.since}&until=${this.until}`;
    const save = this.root.querySelector("[data-save]");
    save.href = `${save.dataset.save}?${clip}`;
    const form = this.root.querySelector(".replay-report");
    if (form) Object.assign(form.elements.since, { value: this.since }), Object.assign(form.elements.until, { value: this.until });
  }

  image(n) {
    if (!this.images.has(n)) {
      const image = new Image();
      image.src = `/replay/picture/${n}.jpg`;
      this.images.set(n, image.decode().then(() => image, () => null));
    }
    return this.images.get(n);
  }

  async fetchAll() {
    for (const { n } of this.told.pictures) {
      if (!this.root.isConnected) return;
      await this.image(n);
    }
  }

  async to(k) {
    const { pictures } = this.told;
    this.k = Math.max(0, Math.min(pictures.length - 1, k));
    this.range.value = this.k;
    const now = pictures[this.k];
    const image = await this.image(now.n);
    if (image && pictures[this.k] === now) { this.shown = { image, now }; this.draw(); this.say(now); }
  }

  say(now) {
    const last = this.told.told.filter((e) => e.at <= now.at + 0.05).pop();
    const at = new Date(now.at * 1000).toLocaleTimeString();
    const says = [at, now.hand && `${now.hand} hand`, last?.says].filter(Boolean).join(" · ");
    const place = this.root.querySelector(".replay-says");
    if (place.textContent !== says) place.textContent = says;
    this.range.setAttribute("aria-valuetext", says);
  }

  draw() {
    if (!this.shown) return;
    const { image, now } = this.shown;
    const dots = devicePixelRatio || 1;
    const [wide, high] = [this.view.clientWidth * dots, this.view.clientHeight * dots];
    if (!wide || !high) return;
    Object.assign(this.canvas, { width: wide, height: high });
    const ink = this.canvas.getContext("2d");
    const lying = now.quarters % 2 === 1;
    const [w, h] = lying ? [image.height, image.width] : [image.width, image.height];
    const scale = Math.min(wide / w, high / h) * this.zoom;
    const far = [Math.max(0, (w * scale - wide) / 2), Math.max(0, (h * scale - high) / 2)];
    this.x = Math.max(-far[0], Math.min(far[0], this.x));
    this.y = Math.max(-far[1], Math.min(far[1], this.y));
    ink.translate(wide / 2 + this.x, high / 2 + this.y);
    ink.scale(scale, scale);
    ink.save();
    ink.rotate((now.quarters * Math.PI) / 2);
    ink.drawImage(image, -image.width / 2, -image.height / 2);
    ink.restore();
    this.names(ink, w, h, scale / dots);
  }

  names(ink, w, h, scale) {
    ink.font = `650 ${18 / scale}px system-ui, sans-serif`;
    Object.assign(ink, { textAlign: "center", textBaseline: "middle" });
    this.told.names.forEach((name, seat) => {
      const [x, y] = PLACES[seat];
      ink.save();
      ink.translate((x - 0.5) * w, (y - 0.5) * h);
      if (seat % 2) ink.rotate(seat === 1 ? -Math.PI / 2 : Math.PI / 2);
      const [wide, high] = [ink.measureText(name).width + 14 / scale, 26 / scale];
      ink.fillStyle = PLATE;
      ink.beginPath();
      ink.roundRect(-wide / 2, -high / 2, wide, high, 6 / scale);
      ink.fill();
      ink.fillStyle = "#fff";
      ink.fillText(name, 0, 0);
      ink.restore();
    });
  }

  press(what) {
    const does = {
      back: () => { this.pause(); this.to(this.k - 1); },
      step: () => { this.pause(); this.to(this.k + 1); },
      play: () => (this.playing ? this.pause() : this.play()),
      slow: () => this.slow(),
      larger: () => this.larger(STEP),
      smaller: () => this.larger(1 / STEP),
      earlier: () => this.farther(-FARTHER_S),
      later: () => this.farther(FARTHER_S),
    };
    does[what]?.();
  }

  play() {
    if (this.k >= this.told.pictures.length - 1) this.k = 0;
    this.playing = true;
    this.label();
    let at = this.told.pictures[this.k].at;
    let before = performance.now();
    const on = (now) => {
      if (!this.playing || !this.root.isConnected) return;
      const { pictures } = this.told;
      at += ((now - before) / 1000) * this.rate;
      before = now;
      let k = this.k;
      while (k + 1 < pictures.length && pictures[k + 1].at <= at) k += 1;
      if (k !== this.k) this.to(k);
      if (k >= pictures.length - 1) this.pause();
      else requestAnimationFrame(on);
    };
    this.to(this.k);
    requestAnimationFrame(on);
  }

  pause() {
    this.playing = false;
    this.label();
  }

  label() {
    this.root.querySelector("[data-do=play]").textContent = this.playing ? "Pause" : "Play";
  }

  slow() {
    this.rate = this.rate === 1 ? SLOW : 1;
    this.root.querySelector("[data-do=slow]").setAttribute("aria-pressed", this.rate !== 1);
    if (!this.playing) this.play();
  }

  larger(by, x = 0, y = 0) {
    const zoom = Math.max(1, Math.min(LARGEST, this.zoom * by));
    const grown = zoom / this.zoom;
    this.x = x - (x - this.x) * grown; // what lies under the fingers stays there
    this.y = y - (y - this.y) * grown;
    this.zoom = zoom;
    this.draw();
  }

  async farther(by) {
    const [first, last] = this.told.span ?? [this.since, this.until];
    const at = this.told.pictures[this.k]?.at ?? this.since;
    if (by < 0 && this.since <= first) { toast("That is the earliest that is kept."); return; }
    if (by < 0) this.since = Math.max(first, this.since + by);
    else this.until = Math.max(this.until, Math.min(last, this.until) + by);
    this.pause();
    await this.open(by < 0 ? this.since : at, false);
  }

  // Fingers, in pixels of the canvas from its middle.
  listen() {
    const place = (event) => {
      const box = this.view.getBoundingClientRect();
      const dots = devicePixelRatio || 1;
      return [(event.clientX - box.left - box.width / 2) * dots, (event.clientY - box.top - box.height / 2) * dots];
    };
    this.view.addEventListener("pointerdown", (event) => {
      this.view.setPointerCapture(event.pointerId);
      this.fingers.set(event.pointerId, place(event));
    });
    this.view.addEventListener("pointermove", (event) => {
      if (!this.fingers.has(event.pointerId)) return;
      const before = [...this.fingers.values()];
      this.fingers.set(event.pointerId, place(event));
      this.moved(before, [...this.fingers.values()]);
    });
    for (const gone of ["pointerup", "pointercancel"]) this.view.addEventListener(gone, (event) => this.fingers.delete(event.pointerId));
    this.view.addEventListener("wheel", (event) => {
      event.preventDefault();
      this.larger(Math.exp(-event.deltaY / 400), ...place(event));
    }, { passive: false });
    this.view.addEventListener("dblclick", (event) => this.larger(this.zoom > 1 ? 1 / LARGEST : STEP * STEP, ...place(event)));
  }

  moved(before, now) {
    const middle = (points) => [0, 1].map((k) => points.reduce((sum, p) => sum + p[k], 0) / points.length);
    const apart = (points) => Math.hypot(points[0][0] - points[1][0], points[0][1] - points[1][1]);
    const [from, to] = [middle(before), middle(now)];
    this.x += to[0] - from[0];
    this.y += to[1] - from[1];
    if (now.length === 2 && apart(before) > 0) this.larger(apart(now) / apart(before), ...to);
    else this.draw();
  }
}

let player = null;
const dialog = document.getElementById("replay");

document.body.addEventListener("htmx:afterSwap", (event) => {
  const root = dialog?.contains(event.detail.target) && dialog.querySelector("[data-replay]");
  if (!root || player?.root === root) return;
  player?.pause();
  player = new Player(root);
  const at = Number(root.dataset.at);
  player.open(Math.min(at, player.since), true);
});
dialog?.addEventListener("close", () => { player?.pause(); player = null; dialog.querySelector(".contents").replaceChildren(); });

const KEYS = { " ": "play", ArrowLeft: "back", ArrowRight: "step", "+": "larger", "=": "larger", "-": "smaller", s: "slow", S: "slow" };
dialog?.addEventListener("keydown", (event) => {
  const what = KEYS[event.key];
  const typing = event.target.matches("input[name=words]");
  const pressing = event.key === " " && event.target.matches("button, a, summary");
  if (!what || !player || typing || pressing || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  player.press(what);
});
