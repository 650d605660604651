import { expect, test } from "vitest";

const sheets = import.meta.glob<string>(["./*.svelte", "../pages/{Table,Lobby}.svelte", "../app.css"], { query: "?raw", import: "default", eager: true });

/** A style sheet without what holds only for pointers that hover: the block and everything in it. */
function withoutHover(text: string): string {
  const start = text.indexOf("@media (hover: hover)");
  if (start < 0) return text;
  let [depth, end] = [0, text.indexOf("{", start)];
  do {
    depth += { "{": 1, "}": -1 }[text.charAt(end)] ?? 0;
    end += 1;
  } while (depth > 0 && end < text.length);
  return withoutHover(text.slice(0, start) + text.slice(end));
}

test("nothing at a table changes under a finger that only passes by", () => {
  expect(Object.keys(sheets).length).toBeGreaterThan(15);
  const wrong = Object.entries(sheets).filter(([, text]) => withoutHover(text).includes(":hover")).map(([path]) => path);
  expect(wrong, "files with hover effects outside of @media (hover: hover)").toEqual([]);
});
