// Plays the scenes, two files at a time. Scenes wait for a real floor and a real browser, which share the machine with
// whatever else runs on it: a file in which a scene failed is played once more, by itself, and only counts as failed if
// it fails again. Both attempts are reported.

import { readdirSync } from "node:fs";
import { join } from "node:path";
import { run } from "node:test";
import { tap } from "node:test/reporters";

/** Plays these files; returns those that failed. */
async function play(files, concurrency) {
  const failed = new Set();
  const stream = run({ files, concurrency });
  stream.on("test:fail", ({ file, todo }) => todo || failed.add(file));
  for await (const text of stream.compose(tap)) process.stdout.write(text);
  return files.filter((file) => failed.has(file));
}

const named = process.argv.slice(2);
const files = named.length > 0 ? named.map((name) => join(process.cwd(), name)) : readdirSync(import.meta.dirname)
  .filter((name) => name.endsWith(".test.mjs"))
  .sort()
  .map((name) => join(import.meta.dirname, name));
const first = await play(files, 2);
for (const file of first) process.stdout.write(`# a scene failed, once more: ${file}\n`);
const second = first.length > 0 ? await play(first, 1) : [];
for (const file of first) process.stdout.write(`# ${second.includes(file) ? "failed twice" : "passed at the second attempt"}: ${file}\n`);
process.exitCode = second.length > 0 ? 1 : 0;
