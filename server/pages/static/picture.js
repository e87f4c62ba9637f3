// The camera's picture on a page: <figure data-picture data-cover="racks" data-draw="zones seats tiles">,
// with data-camera="1" the second camera's. Each new one is
// asked for when the one before is drawn, so that a slow device gets fewer. Who listens hears "looked" with what was told.

const PACE_MS = 220; // a little under five a second
const HIDDEN_MS = 1000;
const STILL_MS = 4000; // no new picture for so long: what stands there is no longer how the table is
const SVG = "http://www.w3.org/2000/svg";

const wait = (ms) => new Promise((done) => setTimeout(done, ms));

export function draw(name, attributes, text) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  if (text !== undefined) element.textContent = text;
  return element;
}

const along = (points) => points.map(([x, y]) => `${x},${y}`).join(" ");
const middle = (points) => [0, 1].map((k) => points.reduce((sum, p) => sum + p[k], 0) / points.length);

const shortSide = (q) => Math.min(...[0, 1].map((k) => Math.hypot(q[k + 1][0] - q[k][0], q[k + 1][1] - q[k][1])));

function tileBox(tile, k, told, tappable) {
  const group = draw("g", { class: `tile-mark ${tile.sure}`, "data-tile": k });
  group.append(draw("polygon", { class: `tile-box ${tile.sure}`, points: along(tile.quad) }));
  if (tile.sure !== "doubt") {
    const [x] = middle(tile.quad);
    const top = Math.min(...tile.quad.map((p) => p[1]));
    const size = Math.max(told.width / 90, 0.62 * shortSide(tile.quad));
    const label = tile.sure === "unsure" ? `${tile.face}?` : tile.face;
    group.append(draw("text", { class: "tile-name", x, y: top - size * 0.12, "font-size": size, "text-anchor": "middle" }, label));
  }
  if (tappable) {
    group.setAttribute("role", "button");
    group.setAttribute("tabindex", "0");
    group.setAttribute("aria-label", `${tile.name}, ${Math.round(tile.p * 100)} % sure: put it right`);
  }
  return group;
}

export function drawing(told, wanted, tappable) {
  const layer = draw("g", {});
  for (const zone of told.zones ?? []) {
    if (wanted.includes(zone.kind === "edge" ? "edge" : "zones")) {
      layer.append(draw("polygon", { class: `zone ${zone.kind}`, points: along(zone.points) }));
    }
  }
  if (wanted.includes("seats")) {
    for (const seat of told.seats ?? []) {
      const size = told.width / 34;
      const x = Math.min(told.width - size, Math.max(size, seat.at[0]));
      const y = Math.min(told.height - size * 0.6, Math.max(size * 1.2, seat.at[1]));
      const anchor = x > told.width * 0.85 ? "end" : x < told.width * 0.15 ? "start" : "middle";
      layer.append(draw("text", { class: "seat-name", x, y, "font-size": size, "text-anchor": anchor }, seat.name));
    }
  }
  if (wanted.includes("tiles")) (told.tiles ?? []).forEach((tile, k) => layer.append(tileBox(tile, k, told, tappable)));
  return layer;
}

async function show(figure) {
  const image = figure.querySelector("img");
  const svg = figure.querySelector("svg");
  let number = -1;
  let came = 0;
  let before = "";
  while (figure.isConnected) {
    if (document.hidden) { await wait(HIDDEN_MS); continue; }
    const { cover = "racks", draw: wanted = "", pick = "", camera = "0" } = figure.dataset;
    try {
      const answer = await fetch(`/camera/look?cover=${cover}&camera=${camera}`);
      const told = await answer.json();
      if (!answer.ok) { figure.dataset.state = "none"; return; }
      if (told.n && told.n !== number) {
        const next = new Image();
        next.src = `/camera/picture.jpg?cover=${cover}&camera=${camera}&n=${told.n}`;
        await next.decode();
        image.src = next.src;
        image.hidden = false;
        number = told.n;
        came = performance.now();
        const drawn = JSON.stringify([told.width, told.height, told.zones, told.seats, told.tiles]);
        if (svg && drawn !== before && !figure.dataset.held) {
          const focus = svg.contains(document.activeElement) ? document.activeElement.dataset.tile : null;
          svg.setAttribute("viewBox", `0 0 ${told.width} ${told.height}`);
          svg.querySelector(":scope > g.drawn")?.remove();
          const layer = drawing(told, wanted.split(" "), pick === "tiles");
          layer.setAttribute("class", "drawn");
          svg.prepend(layer);
          svg.querySelector(`[data-tile="${focus}"]`)?.focus();
          before = drawn;
        }
      }
      const still = performance.now() - came > STILL_MS;
      figure.dataset.state = !told.n ? "waiting" : still ? "still" : "live";
      figure.dispatchEvent(new CustomEvent("looked", { detail: told, bubbles: true }));
    } catch {
      figure.dataset.state = "lost"; // the page's own sign says that the connection is lost
      await wait(HIDDEN_MS);
    }
    await wait(PACE_MS);
  }
}

document.querySelectorAll("figure[data-picture]").forEach(show);
