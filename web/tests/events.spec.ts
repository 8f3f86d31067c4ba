/** What the page makes of answers that no test can wait for, or that a server seldom gives: these are made up. */

import type { Page } from "@playwright/test";
import { best, expect, HEX, moves, open, sentence, test } from "./page";

const exact = (float: number) => ({ certainty: "exact", numerator: String(Math.round(float * 100)), denominator: "100", float });
const both = (float: number) => ({ mover: exact(float), first: exact(float) });
const unknown = { mover: { certainty: "unknown" }, first: { certainty: "unknown" } };
const told = { schema: 1, game: "hex", position: HEX, to_move: "White" };
const cost = { method: "transfer", states: 5000, seconds: 2.5, memory_bytes: 1000, stop: "time" };

async function events(page: Page, list: [string, unknown][]): Promise<void> {
  const body = list.map(([event, data]) => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`).join("");
  await page.route("**/analyze/events?*", (route) => route.fulfill({ contentType: "text/event-stream", body }));
}

async function forecast(page: Page, seconds: number, fits: boolean): Promise<void> {
  const json = { schema: 1, game: "hex", kind: "forecast", position: HEX, verb: "analyze", seconds: { amount: seconds, sure: "about" }, fits, says: "about 24 million states, 2.8 GiB and 100 s" };
  await page.route("**/forecast?*", (route) => route.fulfill({ json }));
}

test("an answer that a limit stopped is unknown, and never ranked", async ({ page }) => {
  await events(page, [
    ["progress", { done: 1, total: 7, states: 5000, seconds: 2.5 }],
    ["answer", { ...told, value: unknown, moves: [{ move: "a3", value: both(0.8), best: false }, { move: "b2", value: unknown, best: false }], cost }],
  ]);
  await open(page, `/hex?start=${HEX}`);
  await expect(sentence(page)).toHaveText("Stopped before the value was known.");
  await expect(page.locator(".cost")).toContainText("stopped: time");
  await expect(moves(page)).toHaveText(["a380.0\u202f%", "b2unknown"]);
  await expect(page.locator(".is-best")).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Play the best" })).toBeDisabled();
});

test("an error in the stream is told, with what it would take", async ({ page }) => {
  await events(page, [["queued", { before: 2 }], ["error", { schema: 1, kind: "error", status: 422, code: "too_large", error: "this is too large", needs_bytes: 2 ** 34, allowed_bytes: 2 ** 30 }]]);
  await open(page, `/hex?start=${HEX}`);
  await expect(sentence(page)).toHaveText("This is too large.");
  await expect(page.locator(".asks")).toHaveText("It would take 16.0\u202fGiB; 1.0\u202fGiB are allowed.");
});

test("an answer that breaks off can be asked for again", async ({ page }) => {
  await events(page, [["progress", { states: 1, seconds: 0.1 }]]);
  await open(page, `/hex?start=${HEX}`);
  await expect(sentence(page)).toContainText("broke off");
  await page.unroute("**/analyze/events?*");
  await page.getByRole("button", { name: "Try again" }).click();
  await best(page);
});

test.describe("what fails in passing", () => {
  test.use({ provokes: /status of (429|503)|ERR_FAILED/ });

  for (const [status, code] of [[429, "busy"], [503, "stopping"]] as const) {
    test(`what is refused as ${code} can be asked for again`, async ({ page }) => {
      await page.route("**/analyze/events?*", (route) => route.fulfill({ status, json: { schema: 1, kind: "error", status, code, error: "not now" } }));
      await open(page, `/hex?start=${HEX}`);
      await expect(sentence(page)).toHaveText("Not now.");
      await page.unroute("**/analyze/events?*");
      await page.getByRole("button", { name: "Try again" }).click();
      await best(page);
    });
  }

  test("a server that is gone is said to be, and asked again", async ({ page }) => {
    await open(page, `/hex?start=${HEX}`);
    await best(page);
    await page.route("**/v1/hex/**", (route) => route.abort());
    await page.locator('#board [data-move="a3"]').click();
    await expect(page.getByRole("alert").first()).toHaveText("The server does not answer.");
    await page.unroute("**/v1/hex/**");
    await page.getByRole("button", { name: "Try again" }).click();
    await best(page);
  });
});

test("what would take long is not begun unasked", async ({ page }) => {
  await forecast(page, 100, true);
  let asked = 0;
  page.on("request", (request) => {
    if (request.url().includes("/analyze")) asked += 1;
  });
  await open(page, `/hex?start=${HEX}`);
  await expect(sentence(page)).toHaveText("This position is large: about 24 million states, 2.8 GiB and 100 s.");
  expect(asked).toBe(0);
  await page.getByRole("button", { name: "Analyze anyway" }).click();
  await best(page);
});

test("what does not fit is refused, and says what it would take", async ({ page }) => {
  await forecast(page, 100, false);
  await open(page, `/hex?start=${HEX}`);
  await expect(sentence(page)).toHaveText("Too large for this server: about 24 million states, 2.8 GiB and 100 s.");
  await expect(page.getByRole("button", { name: "Analyze anyway" })).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Try all the same" })).toBeVisible();
});

test("while a server is silent, no value of the position before stays", async ({ page }) => {
  await open(page, `/hex?start=${HEX}`);
  await best(page);
  await page.route("**/v1/hex/**", () => undefined);
  await page.locator('#board [data-move="b2"]').click();
  await expect(sentence(page)).toHaveText("Waiting for the server\u2026");
  await expect(page.locator(".amount")).toHaveCount(0);
  await expect(moves(page)).toHaveCount(0);
});
