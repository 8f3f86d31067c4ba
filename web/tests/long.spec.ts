import { best, expect, moves, open, REFUSED, sentence, test } from "./page";

/** Takes minutes on any machine, and little memory at first. */
const LONG = "/hex?start=7x7&play=perfect";

test("a long analysis shows how it goes, and stops when told to", async ({ page }) => {
  await open(page, LONG);
  const anyway = page.getByRole("button", { name: "Analyze anyway" });
  const stop = page.getByRole("button", { name: "Stop" });
  await expect(anyway.or(stop)).toBeVisible();
  if (await anyway.isVisible()) await anyway.click();
  await expect(stop).toBeVisible();
  await expect(page.locator(".progress-text")).toContainText("states");
  // The page lives on meanwhile.
  await page.getByRole("button", { name: "Flip the board" }).click();
  await page.keyboard.press("Escape");
  await expect(stop).toBeHidden();
  await expect(sentence(page)).toContainText("Stopped before the value was known.");
  await expect(page.locator(".move-behind").filter({ hasText: "best" })).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Analyze again" })).toBeVisible();
});

test("whoever leaves a position cancels its analysis", async ({ page, request }) => {
  const running = async (): Promise<number> => {
    const text = await (await request.get("/metrics")).text();
    return Number(/^foregone_(?:jobs_)?running\S* (\d+)/m.exec(text)?.[1] ?? Number.NaN);
  };
  await open(page, LONG);
  const anyway = page.getByRole("button", { name: "Analyze anyway" });
  const stop = page.getByRole("button", { name: "Stop" });
  await expect(anyway.or(stop)).toBeVisible();
  if (await anyway.isVisible()) await anyway.click();
  await expect(stop).toBeVisible();
  await page.getByRole("link", { name: "Dots" }).click();
  await best(page);
  await expect(moves(page).first()).toBeVisible();
  await expect.poll(running).toBe(0);
});

test.describe("without a method", () => {
  test.use({ provokes: REFUSED });

  test("what this server cannot do is refused before it is begun", async ({ page }) => {
    await open(page, "/hex?start=40x40");
    await expect(sentence(page)).toContainText(/too large|would|memory|does not apply/i);
    await expect(page.getByRole("button", { name: "Stop" })).toBeHidden();
  });
});
