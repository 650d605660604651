import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";
import { DRAWINGS } from "./src/stage/defs";

// While one develops, the floor runs elsewhere: CH47_FLOOR=http://127.0.0.1:4700 npm run dev
const floor = process.env["CH47_FLOOR"] ?? "http://127.0.0.1:4700";

// Two scripts compress better than many small ones: what a table needs, and what staff, readers and learners work with besides.
const STAFF = /src\/(pages\/(?!Table|Lobby|LogIn)|lib\/entry)/;
const SCRIPTS = [
  { name: "tables", test: (id: string) => !STAFF.test(id), priority: 2 },
  { name: "staff", test: STAFF, priority: 1 },
];

export default defineConfig({
  plugins: [svelte(), { name: "drawings", transformIndexHtml: (html: string) => html.replace("<body>", `<body>\n    ${DRAWINGS}`) }],
  build: { outDir: "dist", emptyOutDir: true, target: "es2022", chunkSizeWarningLimit: 400, rollupOptions: { output: { advancedChunks: { groups: SCRIPTS } } } },
  // The floor compares Origin and Host, so the host stays as the browser sent it.
  server: { proxy: { "/api": { target: floor, ws: true, changeOrigin: false }, "/help": { target: floor } } },
  test: { include: ["src/**/*.test.ts"], environment: "node" },
});
