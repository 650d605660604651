import { readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { vitePreprocess } from "@sveltejs/vite-plugin-svelte";

const SRC = join(import.meta.dirname, "src");
const FILES = readdirSync(SRC, { recursive: true }).filter((name) => name.endsWith(".svelte")).sort().map((name) => join(SRC, name));

export default {
  preprocess: vitePreprocess(),
  // Short names of classes, because they stand in every template: the number of the file.
  compilerOptions: { runes: true, cssHash: ({ filename }) => `s${FILES.indexOf(resolve(import.meta.dirname, filename)).toString(36)}` },
};
