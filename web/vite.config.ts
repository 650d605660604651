import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

// While one develops, the floor runs elsewhere: CH47_FLOOR=http://127.0.0.1:4700 npm run dev
const floor = process.env["CH47_FLOOR"] ?? "http://127.0.0.1:4700";

// What pages have in common is one script, which compresses better than many small ones.
const common = (id: string): string | undefined => (/src\/(ui|lib)\/(?!entry)/.test(id) ? "common" : undefined);

export default defineConfig({
  plugins: [svelte()],
  build: { outDir: "dist", emptyOutDir: true, target: "es2022", chunkSizeWarningLimit: 220, rollupOptions: { output: { manualChunks: common } } },
  // The floor compares Origin and Host, so the host stays as the browser sent it.
  server: { proxy: { "/api": { target: floor, ws: true, changeOrigin: false }, "/help": { target: floor } } },
  test: { include: ["src/**/*.test.ts"], environment: "node" },
});
