import { best, DOTS, expect, HEX, mode, moves, onBoard, open, sentence, test } from "./page";

test("guess first: nothing is told until a move is chosen", async ({ page }) => {
  await open(page, `/dots?start=${DOTS}`);
  await best(page);
  await mode(page, "Guess first").click();
  await expect(moves(page)).toHaveCount(0);
  await expect(page.locator("#board")).not.toContainText("+5");
  await onBoard(page, "v,0,2").click();
  await expect(page.locator(".mode .told")).toContainText("v,0,2 is 2 behind the best: v,0,1.");
  await expect(page.locator("#board")).toContainText("+5");
  await page.getByRole("button", { name: "Play v,0,1" }).click();
  await expect(moves(page)).toHaveCount(0);
  await expect(page.locator(".mode")).toContainText("0 of 1 right");
});

test("a game is played through against exact play, to a result", async ({ page }) => {
  await open(page, "/dots?start=1x2");
  await best(page);
  await mode(page, "Play").click();
  await expect(moves(page)).toHaveCount(0);
  const yours = page.locator(".mode").getByText(/^Your move/);
  const over = page.locator(".mode").getByText(/your moves cost/);
  for (;;) {
    await expect(page.locator("main.busy")).toHaveCount(0);
    await expect(yours.or(over)).toBeVisible();
    if (await over.isVisible()) break;
    const plies = await page.locator(".tree-move").count();
    await page.locator("#board [data-move]").first().click();
    await expect.poll(() => page.locator(".tree-move").count()).toBeGreaterThan(plies);
  }
  await expect(page.locator("#board [data-move]")).toHaveCount(0);
  await expect(sentence(page)).not.toHaveText("Values are hidden while you play.");
  await expect(page.getByRole("button", { name: "New game as First" })).toBeVisible();
});

test("in a game: hint, take back, change sides, resign", async ({ page }) => {
  await open(page, `/hex?start=${HEX}`);
  await best(page);
  await mode(page, "Play").click();
  await page.getByRole("button", { name: "Hint" }).click();
  await best(page);
  await onBoard(page, "b1").click();
  await expect(page.locator(".mode .told")).toContainText("b1 is 25.0\u202f% behind the best: a3.");
  await expect(page.locator(".tree-move")).toHaveCount(3);
  await page.getByRole("button", { name: "Take back" }).click();
  await expect(page.locator('.tree [aria-current="step"]')).toHaveText("start");
  await page.getByRole("button", { name: "Change sides" }).click();
  await expect(page.locator(".mode")).toContainText("Your move, as Black.");
  await page.getByRole("button", { name: "Resign" }).click();
  await expect(page.locator(".mode")).toContainText("Black resigned");
  await best(page);
});

test("puzzles of each game say right or wrong", async ({ page }) => {
  for (const game of ["contour", "hex", "dots"]) {
    await open(page, `/${game}`);
    await best(page);
    await mode(page, "Puzzles").click();
    await expect(page.locator(".mode")).toContainText("One move is best for");
    await expect(moves(page)).toHaveCount(0);
    await page.locator("#board [data-move]").first().click();
    await expect(page.locator(".mode .told")).toContainText(/best/);
    await best(page);
    await page.getByRole("button", { name: "Next puzzle" }).click();
    await expect(page.locator(".mode")).toContainText("One move is best for");
    await page.getByRole("button", { name: "Show the answer" }).click();
    await expect(page.locator(".mode .told")).toContainText(/The best move is/);
  }
});

test("in a game one can walk back and on, and nobody moves meanwhile", async ({ page }) => {
  await open(page, `/hex?start=${HEX}`);
  await best(page);
  await mode(page, "Play").click();
  await onBoard(page, "b1").click();
  await expect(page.locator(".tree-move")).toHaveCount(3);
  await expect(page.locator(".mode")).toContainText("Your move, as White.");
  await page.keyboard.press("ArrowLeft");
  await expect(page.locator(".mode").getByRole("button", { name: "Let Black move" })).toBeVisible();
  await page.keyboard.press("End");
  await expect(page.locator(".mode")).toContainText("Your move, as White.");
  await expect(page.locator(".tree-move")).toHaveCount(3);
  await page.getByRole("button", { name: "New game as Black" }).click();
  await expect(page.locator(".mode")).toContainText("Your move, as Black.");
  await expect(page.locator(".tree .branch")).toContainText("a3");
});
