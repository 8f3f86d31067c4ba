import { existsSync } from "node:fs";
import { defineConfig, devices } from "@playwright/test";

/** The program that serves the page: built with `cargo build`, or named in `FOREGONE`. */
const program = process.env.FOREGONE ?? "../target/debug/foregone";
const port = 8797;
/** The system's own browser: none is downloaded. */
const chromium = process.env.CHROMIUM ?? ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find(existsSync);
const quiet = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];

export default defineConfig({
  testDir: "tests",
  workers: 2,
  fullyParallel: true,
  // Only against a hang: a busy machine may take long.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: "line",
  use: {
    baseURL: `http://127.0.0.1:${port}`,
    launchOptions: { args: quiet, ...(chromium ? { executablePath: chromium } : {}) },
    viewport: { width: 1280, height: 800 },
    reducedMotion: "reduce",
  },
  projects: [
    { name: "desktop", testIgnore: /touch/ },
    { name: "touch", testMatch: /touch/, use: { ...devices["Pixel 5"], viewport: { width: 360, height: 740 } } },
  ],
  webServer: { command: `${program} serve --port ${port} --cache none`, url: `http://127.0.0.1:${port}/healthz`, reuseExistingServer: false },
});
