// Light or dark as the device has it, or as chosen here. Runs before the page is drawn, so that nothing flashes.
(() => {
  let chosen = null;
  try { chosen = localStorage.getItem("theme"); } catch { /* private windows may forbid it */ }
  if (chosen === "light" || chosen === "dark") document.documentElement.dataset.theme = chosen;
})();
