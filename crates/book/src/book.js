// The book's theme and search. Nothing here is needed to read it.
"use strict";

// The theme is the one chosen in the app, and kept where the app keeps it.
const PREFS = "ch47-prefs";
const NEXT = { auto: "dark", dark: "light", light: "auto" };
const prefs = () => {
  try {
    return JSON.parse(localStorage.getItem(PREFS) ?? "{}") ?? {};
  } catch {
    return {};
  }
};
const theme = () => (Object.hasOwn(NEXT, prefs().theme) ? prefs().theme : "auto");
const show = () => {
  if (theme() === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme();
};
show();

addEventListener("DOMContentLoaded", () => {
  const button = document.querySelector("button.theme");
  const label = () => (button.textContent = `Theme: ${theme()}`);
  button.hidden = false;
  label();
  button.addEventListener("click", () => {
    try {
      localStorage.setItem(PREFS, JSON.stringify({ ...prefs(), theme: NEXT[theme()] }));
    } catch {
      // A browser that keeps nothing shows the system's theme.
    }
    show();
    label();
  });
  search();
});

/** Words in lower case. */
const split = (text) => text.toLowerCase().split(/[^\p{L}\p{N}]+/u).filter(Boolean);

/** How well a section fits the words: 0 if one of them is missing. A heading counts more than what stands below it. */
function score([title, heading, , text], words) {
  const where = [title, heading, text].map((part) => ` ${split(part).join(" ")}`);
  let sum = 0;
  for (const word of words) {
    const [inTitle, inHeading, inText] = where.map((part) => part.includes(` ${word}`));
    if (!inTitle && !inHeading && !inText) return 0;
    sum += (inTitle ? 8 : 0) + (inHeading ? 6 : 0) + (inText ? 1 : 0);
  }
  return sum;
}

/** A few words around the first one that was asked for. */
function excerpt(text, words) {
  const low = text.toLowerCase();
  const at = Math.max(0, Math.min(...words.map((word) => low.indexOf(word)).map((found) => (found < 0 ? text.length : found))));
  const from = at >= text.length ? 0 : Math.max(0, text.lastIndexOf(" ", Math.max(0, at - 40)));
  return `${from > 0 ? "… " : ""}${text.slice(from, from + 160).trim()}${from + 160 < text.length ? " …" : ""}`;
}

function search() {
  const form = document.querySelector("form.search");
  const input = form.querySelector("input");
  const found = document.getElementById("found");
  const base = new URL(document.documentElement.dataset.book, location.href);
  let loading;
  const load = () =>
    (loading ??= new Promise((done, fail) => {
      const script = document.createElement("script");
      script.src = new URL("search.js", base);
      script.onload = done;
      script.onerror = fail;
      document.head.append(script);
    }));

  const entry = ([title, heading, to, text], words) => {
    const item = document.createElement("li");
    const link = document.createElement("a");
    link.href = new URL(to, base);
    link.textContent = heading === title ? title : `${title}: ${heading}`;
    const words_ = document.createElement("p");
    words_.textContent = excerpt(text, words);
    item.append(link, words_);
    return item;
  };

  const look = async () => {
    const asked = input.value;
    const words = split(asked);
    found.hidden = words.length === 0;
    if (found.hidden) return;
    const status = found.querySelector("p");
    try {
      await load();
    } catch {
      status.textContent = "The index could not be loaded. Try again in a moment.";
      loading = undefined;
      return;
    }
    if (asked !== input.value) return;
    const fits = globalThis.BOOK.map((section) => [score(section, words), section]).filter(([fit]) => fit > 0);
    fits.sort(([a], [b]) => b - a);
    status.textContent = fits.length === 0 ? `Nothing found for “${asked.trim()}”` : `${fits.length} ${fits.length === 1 ? "section" : "sections"} found`;
    found.querySelector("ol").replaceChildren(...fits.slice(0, 25).map(([, section]) => entry(section, words)));
  };

  form.hidden = false;
  input.addEventListener("input", look);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    found.querySelector("a")?.click();
  });
  addEventListener("keydown", (event) => {
    const typing = event.target instanceof HTMLElement && event.target.closest("input, textarea, select");
    if (event.key === "/" && !typing && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      input.focus();
    } else if (event.key === "Escape" && !found.hidden) {
      input.value = "";
      found.hidden = true;
      input.focus();
    }
  });
}
