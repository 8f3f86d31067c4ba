import { expect, test } from "./page";

test("the reference lists what can be asked, and asks it", async ({ page }) => {
  await page.goto("/api");
  const solve = page.locator(".endpoint", { has: page.locator(".path", { hasText: /^\/v1\/\{game\}\/solve$/ }) });
  await solve.locator("summary").click();
  await solve.getByLabel("game", { exact: true }).selectOption("hex");
  await solve.getByLabel("position", { exact: true }).fill("3x3:W2/3/2B:w");
  await solve.getByRole("button", { name: "Try it" }).click();
  await expect(solve.locator("pre").last()).toContainText('"numerator": "24"');
  await expect(solve.locator(".output code")).toHaveText("GET /v1/hex/solve?position=3x3%3AW2%2F3%2F2B%3Aw");
});

test("nothing of it scrolls sideways on a phone", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto("/api");
  for (const summary of (await page.locator(".endpoint > summary").all()).slice(0, 4)) await summary.click();
  await expect(page.locator(".trying").first()).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
});
