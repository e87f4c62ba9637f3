// The set-up: a tap on a seat of the drawn table, and words about the camera. Everything is decided on the server.

document.addEventListener("looked", ({ detail: told }) => {
  const says = document.querySelector("[data-says]");
  if (says && says.textContent !== told.says) says.textContent = told.says;
  says?.classList.toggle("bad", !told.ok);
});

document.addEventListener("click", (event) => {
  const seat = event.target.closest("[data-seat]");
  if (!seat) return;
  const { seat: name, what, place } = seat.dataset;
  if (what === "east") {
    const form = document.querySelector("form[hx-post='/setup/east']");
    form.elements.tapped.value = name;
    form.requestSubmit();
    return;
  }
  const dialog = document.getElementById("who");
  dialog.querySelector(".asks").textContent = `Who sits at the ${place}?`;
  dialog.querySelector("[name=seat]").value = name;
  const typed = dialog.querySelector("[name=name]");
  typed.value = seat.dataset.name;
  dialog.showModal();
  typed.focus();
});

document.body.addEventListener("htmx:afterRequest", (event) => {
  if (event.detail.successful && event.detail.elt.closest("[data-reload]")) setTimeout(() => location.reload(), 500);
});

document.querySelector(".trail [aria-current]")?.scrollIntoView({ inline: "center", block: "nearest" });
