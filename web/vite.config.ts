import { defineConfig } from "vitest/config";

/** Where `foregone serve` listens while the page is worked on with `npm run dev`. */
const server = process.env.FOREGONE_SERVER ?? "http://127.0.0.1:8717";

export default defineConfig({
  build: {
    outDir: "../crates/foregone-server/assets",
    emptyOutDir: true,
    // The server's policy allows nothing inline, data: addresses included.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: "es2022",
    rolldownOptions: {
      input: { index: "index.html", api: "api.html" },
    },
  },
  server: {
    proxy: Object.fromEntries(["/v1", "/openapi.json", "/healthz", "/metrics"].map((path) => [path, server])),
  },
  test: { include: ["src/**/*.test.ts"] },
});
