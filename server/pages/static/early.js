// A tap that comes before the scripts of the page is kept, is seen to be taken, and is done once they are there. Runs
// before the page is drawn. Forms with an address of their own need no script and are left alone.
(() => {
  let kept = null; // a button, or a form that was sent by the Enter key
  let ready = false;

  function keep(event, what) {
    event.preventDefault();
    event.stopImmediatePropagation();
    kept?.removeAttribute("data-busy");
    kept = what;
    what.setAttribute("data-busy", "");
  }

  document.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (!ready && button && !button.form?.hasAttribute("action")) keep(event, button);
  }, true);
  document.addEventListener("submit", (event) => {
    if (!ready && !event.target.hasAttribute("action")) keep(event, event.submitter ?? event.target);
  }, true);

  // Scripts that are deferred have run by then, and htmx's own listener comes before what this one puts off.
  document.addEventListener("DOMContentLoaded", () => setTimeout(() => {
    ready = true;
    kept?.removeAttribute("data-busy");
    if (!document.documentElement.dataset.whole) document.getElementById("partial").hidden = false;
    else if (kept?.matches("form")) kept.requestSubmit();
    else kept?.click();
    kept = null;
  }));
})();
