/**
 * Takes the README's pictures of the page: `node scripts/screenshots.mjs`, with the program built
 * (`FOREGONE` names it) and the page in its assets.
 */

import { spawn } from "node:child_process";
import { existsSync, mkdirSync, statSync } from "node:fs";
import { chromium } from "@playwright/test";

const program = process.env.FOREGONE ?? "../target/debug/foregone";
const browserPath = process.env.CHROMIUM ?? ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find(existsSync);
const port = 8796;
const base = `http://127.0.0.1:${port}`;
const folder = "../docs/screens";
/** No picture may be larger. */
const MOST_BYTES = 300_000;

/**
 * @typedef {{ name: string, address: string, theme: "light" | "dark", width: number, height: number,
 *   before?: (page: import("@playwright/test").Page) => Promise<void> }} Shot
 */

/** @param {string} move @returns {NonNullable<Shot["before"]>} */
const hover = (move) => async (page) => {
  await page.locator(`#board [data-move="${move}"]`).hover();
  await page.waitForTimeout(400);
};

/** @type {Shot[]} */
const SHOTS = [
  { name: "contour", address: "/contour?moves=a4;d1", theme: "light", width: 1280, height: 800, before: hover("b2") },
  { name: "hex", address: "/hex", theme: "dark", width: 1280, height: 800 },
  { name: "dots", address: "/dots?start=4x4:0001110010010001111110001001101110010100", theme: "light", width: 1280, height: 800 },
  { name: "phone", address: "/hex", theme: "light", width: 390, height: 844 },
];

async function ready() {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    try {
      if ((await fetch(`${base}/healthz`)).ok) return;
    } catch {
      // Not there yet.
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error("the server does not come up");
}

const server = spawn(program, ["serve", "--port", String(port), "--cache", "none"], { stdio: "ignore" });
try {
  await ready();
  mkdirSync(folder, { recursive: true });
  const browser = await chromium.launch({ ...(browserPath ? { executablePath: browserPath } : {}), args: ["--no-sandbox", "--disable-gpu"] });
  for (const { name, address, theme, width, height, before } of SHOTS) {
    const page = await browser.newPage({ viewport: { width, height }, colorScheme: theme, reducedMotion: "reduce" });
    await page.addInitScript(() => localStorage.setItem("foregone", JSON.stringify({ visited: true })));
    await page.goto(base + address);
    await page.locator(".move.is-best").first().waitFor();
    await page.locator(".section-why .reasons > *").first().waitFor();
    await before?.(page);
    const path = `${folder}/${name}.png`;
    await page.screenshot({ path });
    const { size } = statSync(path);
    console.log(`${path}: ${size} bytes`);
    if (size > MOST_BYTES) throw new Error(`${path} is too large`);
    await page.close();
  }
  await browser.close();
} finally {
  server.kill();
}
