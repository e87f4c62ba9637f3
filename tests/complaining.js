// What axe finds on the page once nothing fades in or out any more, what is half seen having half its contrast: by all
// rules that it asks unbidden, or by those about colour alone. Of letters in the same colour, on the same chain of
// backgrounds, as large and as heavy, the first are asked about: the others have the same contrast. What does not simply
// follow the text before it may lie on something else than what holds it, and is asked about each time.
async ({colours, patience}) => {
  const moves = (one) => one.playState === "running" && one.effect.getComputedTiming().endTime !== Infinity;
  for (const until = performance.now() + patience; document.getAnimations().some(moves);) {
    if (performance.now() > until) throw new Error("Something on the page does not come to rest");
    await new Promise(requestAnimationFrame);
  }

  const grounds = new Map([[null, ""]]);
  const ground = (e) => {
    if (grounds.has(e)) return grounds.get(e);
    const [under, style] = [ground(e.parentElement), getComputedStyle(e)];
    const flows = ["static", "relative"].includes(style.position) && style.zIndex === "auto" && style.float === "none"
      && ["transform", "translate", "rotate", "scale", "inset"].every((one) => ["none", "auto"].includes(style[one]))
      && !["Top", "Right", "Bottom", "Left"].some((side) => style[`margin${side}`].startsWith("-"));
    const paints = [style.backgroundColor, style.backgroundImage, style.opacity, style.filter, style.mixBlendMode];
    grounds.set(e, under === null || !flows ? null : `${under}|${paints}`);
    return grounds.get(e);
  };
  const asked = new Set();
  const first = (e) => {
    if (ground(e) === null) return true;
    const {color, fontSize, fontWeight, textShadow} = getComputedStyle(e);
    const kind = [ground(e), color, fontSize, fontWeight, textShadow, e.textContent.trim().length > 1].join("|");
    return !asked.has(kind) && asked.add(kind);
  };
  const contrast = axe._audit.rules.find((rule) => rule.id === "color-contrast");
  const matches = contrast.every ??= contrast.matches;
  contrast.matches = (e, ...more) => matches(e, ...more) && Boolean(first(e));

  const rules = () => axe.getRules(["cat.color"]).filter((rule) => !rule.tags.includes("wcag2aaa"));
  const of = colours ? {runOnly: {type: "rule", values: rules().map((rule) => rule.ruleId)}} : {};
  return (await axe.run({resultTypes: ["violations"], ...of})).violations;
}
