import { best, current, DOTS, expect, HEX, moves, onBoard, open, REFUSED, sentence, test } from "./page";

test("the browser's back and forward are those of the game", async ({ page }) => {
  await open(page, `/hex?start=${HEX}`);
  await best(page);
  await onBoard(page, "a3").click();
  await expect(page).toHaveURL(/moves=a3/);
  await best(page);
  await onBoard(page, "b2").click();
  await expect(page).toHaveURL(/moves=a3;b2/);
  await page.goBack();
  await expect(current(page)).toContainText("a3");
  await page.goForward();
  await expect(current(page)).toContainText("b2");
  await page.getByRole("link", { name: "Dots" }).click();
  await expect(page).toHaveURL(/\/dots/);
  await best(page);
  await page.goBack();
  await expect(page).toHaveURL(/\/hex/);
  await expect(current(page)).toContainText("b2");
});

test("a shared address opens the same in another browser", async ({ page, browser }) => {
  await open(page, `/dots?start=${DOTS}`);
  await best(page);
  await onBoard(page, "v,0,1").click();
  await expect(current(page)).toContainText("v,0,1");
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.getByRole("button", { name: "Share" }).click();
  await expect(page.locator(".notice")).toContainText("copied");
  const address = await page.evaluate(() => navigator.clipboard.readText());
  const context = await browser.newContext();
  const other = await context.newPage();
  await open(other, address);
  await expect(current(other)).toContainText("v,0,1");
  await expect(sentence(other)).toHaveText((await sentence(page).textContent()) ?? "");
  // Both are at work at once, each on its own game.
  await onBoard(other, "v,0,3").click();
  await onBoard(page, "h,2,2").click();
  await expect(current(other)).toContainText("v,0,3");
  await expect(current(page)).toContainText("h,2,2");
  await Promise.all([best(page), best(other)]);
  await context.close();
});

test.describe("what the server refuses", () => {
  test.use({ provokes: REFUSED });

  test("an address that is no position says where it goes wrong, and leads on", async ({ page }) => {
    await page.goto("/hex?start=3x");
    await expect(page.getByRole("alert").first()).toContainText("Line 1, column 3");
    await page.getByRole("button", { name: "Show the example" }).click();
    await best(page);
  });

  for (const game of ["hex", "dots"]) {
    test(`a board of ${game} that is too large to be drawn is said to be, and leads on`, async ({ page }) => {
      await page.goto(`/${game}?start=1000x1000`);
      await expect(page.getByRole("alert").first()).toContainText("too large to be drawn here");
      await expect(page.locator(".asks")).toContainText("A smaller board");
      await page.getByRole("button", { name: "Show the example" }).click();
      await best(page);
    });
  }

  for (const address of ["/hex?start=30x30", "/dots?start=11x11"]) {
    test(`${address} is drawn; where no method applies, it says what may do, and lists nothing`, async ({ page }) => {
      await open(page, address);
      await expect(sentence(page)).toContainText("does not apply here");
      await expect(page.locator(".asks")).toContainText("A smaller board, or a later position, may do.");
      for (const name of ["moves", "line", "why"]) await expect(page.locator(`.section-${name}`)).toBeHidden();
      await page.getByRole("button", { name: "Show the example" }).click();
      await best(page);
      for (const name of ["moves", "line", "why"]) await expect(page.locator(`.section-${name}`)).toBeVisible();
    });
  }

  test("an illegal move in the address leads back to the start", async ({ page }) => {
    await page.goto(`/hex?start=${HEX}&moves=a1`);
    await expect(page.getByRole("alert").first()).toBeVisible();
    await page.getByRole("button", { name: "Back to the start" }).click();
    await best(page);
  });
});

test("Hex has its options in the address", async ({ page }) => {
  await open(page, `/hex?start=${HEX}`);
  await best(page);
  await page.getByRole("button", { name: /Random play/ }).click();
  await page.getByLabel("Turns").selectOption("coin");
  await expect(page).toHaveURL(/turns=coin/);
  await page.getByLabel("Both sides").selectOption("perfect");
  await expect(page).toHaveURL(/play=perfect/);
  await page.keyboard.press("Escape");
  await expect(sentence(page)).toContainText("wins");
  await expect(moves(page).first()).toContainText("win");
});
