// What the pages can do beyond being read. All of it is readable without this.
"use strict";

const root = document.documentElement;
const kept = (() => { try { return localStorage.getItem("theme"); } catch { return null; } })();
if (kept === "dark" || kept === "light") root.dataset.theme = kept;

function isDark() {
  return root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
}

function themeButton(button) {
  const name = () => { button.textContent = isDark() ? "Light" : "Dark"; button.setAttribute("aria-label", `${button.textContent} colours`); };
  button.addEventListener("click", () => {
    root.dataset.theme = isDark() ? "light" : "dark";
    try { localStorage.setItem("theme", root.dataset.theme); } catch { /* then it lasts for this page */ }
    name();
  });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", name);
  name();
  button.hidden = false;
}

// A box that scrolls can be scrolled by keyboard.
function reachable() {
  for (const box of document.querySelectorAll(".formula, .wide, .piece, pre")) {
    if (box.scrollWidth > box.clientWidth + 1) box.tabIndex = 0; else box.removeAttribute("tabindex");
  }
}

function filter(form) {
  const controls = [...form.querySelectorAll("[data-filters]")];
  const items = [...document.querySelectorAll(controls[0].dataset.filters)];
  const texts = items.map((item) => item.textContent.toLowerCase());
  const apply = () => {
    let shown = 0;
    items.forEach((item, n) => {
      const fits = controls.every((c) => c.dataset.by
        ? !c.value || item.dataset[c.dataset.by] === c.value
        : c.value.toLowerCase().split(/\s+/).every((word) => texts[n].includes(word)));
      item.hidden = !fits;
      shown += fits;
    });
    for (const section of document.querySelectorAll("main section")) {
      section.hidden = items.some((i) => section.contains(i)) && !items.some((i) => section.contains(i) && !i.hidden);
    }
    form.querySelector("output").textContent = shown === items.length ? "" : `${shown} of ${items.length}`;
    reachable();
  };
  form.addEventListener("input", apply);
  form.addEventListener("submit", (event) => event.preventDefault());
  form.hidden = false;
  apply();
}

function foldButton(button) {
  const all = () => [...document.querySelectorAll(button.dataset.fold)];
  button.addEventListener("click", () => {
    const open = !all().every((d) => d.open);
    for (const d of all()) d.open = open;
    button.textContent = open ? "Fold all" : "Unfold all";
    reachable();
  });
  button.hidden = false;
}

document.addEventListener("DOMContentLoaded", () => {
  themeButton(document.getElementById("theme"));
  for (const form of document.querySelectorAll("form.filter")) filter(form);
  for (const button of document.querySelectorAll("[data-fold]")) foldButton(button);
  document.addEventListener("toggle", reachable, true);
  addEventListener("resize", reachable);
  addEventListener("load", reachable);
});
