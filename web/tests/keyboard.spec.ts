import { best, CONTOUR, current, expect, HEX, mode, moves, open, test } from "./page";

test("a game by keyboard alone", async ({ page }) => {
  await open(page, `/hex?start=${HEX}`);
  await best(page);
  await page.keyboard.press("Space");
  await expect(current(page)).toContainText("a3");
  await best(page);
  await page.keyboard.press("u");
  await expect(current(page)).toHaveText("start");
  await page.keyboard.press("r");
  await expect(current(page)).toContainText("a3");
  await page.keyboard.press("ArrowLeft");
  await expect(current(page)).toHaveText("start");
  await best(page);
  await page.keyboard.press("b");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowLeft");
  const focused = await page.evaluate(() => document.activeElement?.getAttribute("data-move"));
  expect(focused).toMatch(/^[abc][123]$/);
  await page.keyboard.press("Enter");
  await expect(current(page)).toContainText(focused ?? "");
  await page.keyboard.press("Home");
  await best(page);
});

test("after a click the keys are the page's", async ({ page }) => {
  await open(page, `/hex?start=${HEX}`);
  await best(page);
  await page.locator('#board [data-move="b1"]').click();
  await expect(current(page)).toContainText("b1");
  await best(page);
  await page.keyboard.press("ArrowLeft");
  await expect(current(page)).toHaveText("start");
  await best(page);
  await page.keyboard.press("Space");
  await expect(current(page)).toContainText("a3");
});

test("Tab reaches every part, one move of the board among them", async ({ page }) => {
  await open(page, `/contour?start=${encodeURIComponent(CONTOUR)}`);
  await best(page);
  const reached = new Set<string>();
  for (let at = 0; at < 60; at += 1) {
    await page.keyboard.press("Tab");
    const name = await page.evaluate(() => {
      const active = document.activeElement;
      return active?.getAttribute("data-move") ? "a move" : (active?.getAttribute("aria-label") ?? active?.textContent ?? "").trim();
    });
    reached.add(name);
  }
  for (const name of ["To the board", "Contour", "Hex", "Dots", "Edit", "Import", "Export", "Share", "a move", "Values", "Analyse", "Guess first"]) expect([...reached]).toContain(name);
});

test("letters: values, flip, guess first, editor, help", async ({ page }) => {
  await open(page, `/contour?start=${encodeURIComponent(CONTOUR)}`);
  await best(page);
  await page.keyboard.press("v");
  await expect(page.locator("#board")).not.toContainText("+19");
  await page.keyboard.press("v");
  await expect(page.locator("#board")).toContainText("+19");
  await page.keyboard.press("f");
  await expect(page.getByRole("button", { name: "Flip the board" })).toHaveAttribute("aria-pressed", "true");
  await page.keyboard.press("f");
  await page.keyboard.press("g");
  await expect(mode(page, "Guess first")).toHaveAttribute("aria-pressed", "true");
  await expect(moves(page)).toHaveCount(0);
  await page.keyboard.press("g");
  await best(page);
  await page.keyboard.press("e");
  await expect(page.getByRole("heading", { name: "Edit the position" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("heading", { name: "Edit the position" })).toBeHidden();
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog", { name: "Help" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog", { name: "Help" })).toBeHidden();
});

test("letters are no keys for those who do not want them", async ({ page }) => {
  await open(page, `/hex?start=${HEX}`);
  await best(page);
  await page.keyboard.press("?");
  const letters = page.getByRole("checkbox", { name: "letters and signs are keys" });
  await letters.uncheck();
  await page.keyboard.press("Escape");
  await page.keyboard.press("f");
  await page.keyboard.press("?");
  await expect(page.getByRole("button", { name: "Flip the board" })).toHaveAttribute("aria-pressed", "false");
  await expect(page.getByRole("dialog", { name: "Help" })).toBeHidden();
  await page.reload();
  await best(page);
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("f");
  await expect(page.getByRole("button", { name: "Flip the board" })).toHaveAttribute("aria-pressed", "false");
  await page.getByRole("button", { name: "Help" }).click();
  await letters.check();
  await page.keyboard.press("Escape");
  await page.keyboard.press("f");
  await expect(page.getByRole("button", { name: "Flip the board" })).toHaveAttribute("aria-pressed", "true");
});
