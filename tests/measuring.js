// What is wrong with the page as it stands: cut, broken and overflowing words, things upon one another in the bar, small
// letters, small, covered or hardly visible things to tap, codes of programs. A moment passes, and what sticks to the
// lower edge is scrolled away from.
({target, font, border, words}) => {
  const found = [];
  const dialog = document.querySelector("dialog[open]");
  const root = dialog ?? document.body;
  const name = (e) => `${e.localName}${e.className && e.className.baseVal === undefined ? "." + [...e.classList].join(".") : ""}`
    + ` "${(e.getAttribute("aria-label") ?? e.textContent).trim().replace(/\s+/g, " ").slice(0, 40)}"`;
  const seen = (e) => e.checkVisibility({opacityProperty: true, visibilityProperty: true})
    && !e.closest(".sr, .skip, .toast, option, noscript") && e.getBoundingClientRect().width > 1;
  const wide = document.documentElement.scrollWidth - innerWidth;
  if (wide > 0) found.push(`scrolls ${wide} px sideways`);

  const walk = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  for (let text = walk.nextNode(); text; text = walk.nextNode()) {
    const parent = text.parentElement;
    if (!text.data.trim() || parent.closest("svg, textarea, script, style") || !seen(parent)) continue;
    const size = parseFloat(getComputedStyle(parent).fontSize);
    if (size < font) found.push(`letters of ${size.toFixed(1)} px: ${name(parent)}`);
    if (!words && !parent.closest("#headline h1, h1.says")) continue;
    for (const word of text.data.matchAll(/[^\s\-\u2010\/.,:…]+/g)) {
      range.setStart(text, word.index);
      range.setEnd(text, word.index + word[0].length);
      const lines = new Set([...range.getClientRects()].filter((r) => r.width > 0).map((r) => Math.round(r.top)));
      if (lines.size > 1) found.push(`a word broken in two, ${word[0]}: ${name(parent)}`);
      const box = range.getBoundingClientRect();
      const holder = parent.closest("button, a, .chip, .pill, .notice, .moment-card, .player, td, th, li, dialog");
      const around = holder?.getBoundingClientRect();
      if (around && getComputedStyle(holder).display !== "inline" && (box.right > around.right + 2 || box.left < around.left - 2))
        found.push(`${word[0]} sticks out of ${name(holder)}`);
    }
  }

  const inSight = (e) => { const [of, r] = [e.closest(".menu")?.getBoundingClientRect(), e.getBoundingClientRect()];
    return of ? {left: Math.max(r.left, of.left), right: Math.min(r.right, of.right), top: r.top, bottom: r.bottom} : r; };
  const inBar = [...document.querySelectorAll(".bar .brand, .bar .pill, .bar .menu a, .bar .theme")].filter(seen);
  for (const [k, one] of inBar.entries()) for (const other of inBar.slice(k + 1)) {
    const [a, b] = [inSight(one), inSight(other)];
    if (Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1)
      found.push(`${name(one)} lies upon ${name(other)}`);
  }

  const light = (c) => { const [r, g, b] = c.map((v) => (v /= 255) <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
  const canvas = Object.assign(document.createElement("canvas"), {width: 1, height: 1}).getContext("2d", {willReadFrequently: true});
  const paint = (colour, under) => { canvas.fillStyle = `rgb(${under.join(" ")})`; canvas.fillRect(0, 0, 1, 1);
    canvas.fillStyle = colour; canvas.fillRect(0, 0, 1, 1); return [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3); };
  const behind = (e) => { const chain = []; for (let n = e; n; n = n.parentElement) chain.unshift(n);
    return chain.reduce((under, n) => paint(getComputedStyle(n).backgroundColor, under), [255, 255, 255]); };
  const contrast = (a, b) => { const [x, y] = [light(a), light(b)].sort((p, q) => q - p); return (x + 0.05) / (y + 0.05); };

  const targets = [...root.querySelectorAll("button, a, summary, input:not([type=hidden]):not([type=radio]):not([type=checkbox]), select, label.tick")];
  for (const e of targets) {
    if (!seen(e) || e.closest("#lost, #partial")) continue;
    const style = getComputedStyle(e);
    if (style.display === "inline" && e.localName === "a") continue; // a link within a sentence
    e.scrollIntoView({block: "center", inline: "center", behavior: "instant"});
    const {width, height, left, top} = e.getBoundingClientRect();
    if (width < target - 0.5 || height < target - 0.5) found.push(`${Math.round(width)} x ${Math.round(height)} px to tap: ${name(e)}`);
    const hit = document.elementFromPoint(left + width / 2, top + height / 2);
    if (hit && !e.contains(hit) && !hit.contains(e) && !hit.closest(".moment, .onward")) found.push(`covered by ${name(hit)}: ${name(e)}`);
    if (!hit && width) found.push(`cannot be reached: ${name(e)}`);
    if (e.disabled || !["button", "input", "select"].includes(e.localName) || e.querySelector("img, svg")) continue;
    const under = behind(e.parentElement);
    const fill = contrast(paint(style.backgroundColor, under), under);
    const edge = parseFloat(style.borderTopWidth) && style.borderTopStyle !== "none" ? contrast(paint(style.borderTopColor, under), under) : 0;
    if (Math.max(fill, edge) < border && (edge > 1.05 || fill > 1.05)) found.push(`edge of ${Math.max(fill, edge).toFixed(1)} : 1: ${name(e)}`);
  }
  scrollTo(0, 0);
  const codes = document.getElementById("main").innerText.match(/\bP[1-4]\b(?!-)|\b[1-9][BCD]\b|\(S\d/g);
  if (codes) found.push(`codes: ${codes.slice(0, 4).join(" ")}`);
  return [...new Set(found)];
}
