import { best, CONTOUR, current, DOTS, expect, HEX, moves, onBoard, open, sentence, test } from "./page";

test("each game shows a worked position to whoever comes first", async ({ page }) => {
  for (const game of ["contour", "hex", "dots"]) {
    await open(page, `/${game}`);
    await best(page);
    await expect(page.getByRole("heading", { name: "Three things to try" })).toBeVisible();
    await expect(page.locator(".line .ply").first()).toBeVisible();
  }
  await page.getByRole("button", { name: "Got it" }).click();
  await page.reload();
  await best(page);
  await expect(page.getByRole("heading", { name: "Three things to try" })).toBeHidden();
});

test.describe("the values of the README", () => {
  for (const [address, said, listed] of [
    [`/contour?start=${encodeURIComponent(CONTOUR)}`, "Second gains 19", ["a4+19best", "b2+16\u22123", "d1+10\u22129"]],
    [`/hex?start=${HEX}`, "White wins 68.6", ["a380.0\u202f%best", "b275.0\u202f%\u22125.0\u202f%"]],
    [`/hex?start=${HEX}&play=perfect`, "White wins", ["b2winbest", "a3winbest"]],
    [`/dots?start=${DOTS}`, "First gains 5", ["v,0,1+5best", "v,0,2+3\u22122"]],
  ] as const) {
    test(address, async ({ page }) => {
      await open(page, address);
      await expect(sentence(page)).toContainText(said);
      for (const [at, text] of listed.entries()) await expect(moves(page).nth(at)).toHaveText(text);
    });
  }
});

test("a move is played on the board, and the time to its values is measured", async ({ page }) => {
  await open(page, `/dots?start=${DOTS}`);
  const times: number[] = [];
  for (const move of ["v,0,1", "v,0,3", "v,0,2", "v,1,0"]) {
    await best(page);
    await onBoard(page, move).click();
    await expect(current(page)).toContainText(move);
    // The list of before the move is there until the new one is: what tells is that one more was measured.
    await expect.poll(() => page.evaluate(() => performance.getEntriesByName("foregone:values").length)).toBe(times.length + 1);
    times.push(await page.evaluate(() => performance.getEntriesByName("foregone:values").at(-1)?.duration ?? Number.NaN));
  }
  // A machine may be busy: how long it took is told, not judged.
  console.log(`from a click to its values: ${times.map((time) => time.toFixed(0)).join(", ")} ms`);
  expect(times.every((time) => time > 0)).toBe(true);
});

test("resting on a move shows it and the best reply", async ({ page }) => {
  await open(page, `/contour?start=${encodeURIComponent(CONTOUR)}`);
  await best(page);
  await moves(page).first().hover();
  await expect(page.locator("#board .layer-preview > *").first()).toBeAttached();
  await onBoard(page, "b2").hover();
  await expect(moves(page).nth(1)).toHaveClass(/looked-at/);
});

test("a ply of the best line is gone to; undo, redo, back and forward walk the game", async ({ page }) => {
  await open(page, `/contour?start=${encodeURIComponent(CONTOUR)}`);
  await best(page);
  await page.locator(".line .ply").nth(2).click();
  await expect(page.locator(".tree-move")).toHaveCount(4);
  await expect(page).toHaveURL(/moves=a4;d1;e1/);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(current(page)).toContainText("d1");
  await page.getByRole("button", { name: "Redo" }).click();
  await expect(current(page)).toContainText("e1");
  await page.getByRole("button", { name: "To the start" }).click();
  await expect(current(page)).toHaveText("start");
  await page.getByRole("button", { name: "Forward" }).click();
  await expect(current(page)).toContainText("a4");
});

test("another move is a branch, which is kept, raised, cut", async ({ page }) => {
  await open(page, `/hex?start=${HEX}`);
  await best(page);
  await onBoard(page, "a3").click();
  await expect(current(page)).toContainText("a3");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(current(page)).toHaveText("start");
  await onBoard(page, "b1").click();
  await expect(page.locator(".branch")).toContainText("b1");
  await expect(page.locator(".branch .loss")).toHaveText("\u221225.0");
  await page.reload();
  await expect(page.locator(".branch")).toContainText("b1");
  await page.getByRole("button", { name: "Make it the main line" }).click();
  await expect(page.locator(".branch")).toContainText("a3");
  await page.getByRole("button", { name: "Cut this branch" }).click();
  await expect(page.locator(".branch")).toHaveCount(0);
  await expect(current(page)).toHaveText("start");
});

test("a game that is over says how it ended", async ({ page }) => {
  await open(page, "/dots?start=1x1&moves=h,0,0;h,1,0;v,0,0;v,0,1");
  await expect(sentence(page)).toContainText(/second|Second/);
  await expect(moves(page)).toHaveCount(0);
});

test("reasons and what the method keeps are shown when they are looked at", async ({ page }) => {
  await open(page, `/contour?start=${encodeURIComponent(CONTOUR)}`);
  await best(page);
  await expect(page.locator(".section-why .reasons > *").first()).toBeVisible();
  await page.locator(".section-hood summary").click();
  await expect(page.locator(".section-hood .reasons > *").first()).toBeVisible();
});

test("another method finds the same", async ({ page }) => {
  await open(page, `/contour?start=${encodeURIComponent(CONTOUR)}`);
  await best(page);
  await page.getByRole("button", { name: /Options/ }).click();
  await page.getByText("Advanced").click();
  await page.getByLabel("Method").selectOption("ranks");
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL(/method=ranks/);
  await expect(page.locator(".cost")).toContainText("ranks");
  await expect(sentence(page)).toContainText("Second gains 19");
});

test("the pointer rests where a move was just made: nothing is asked that is not legal", async ({ page }) => {
  await open(page, "/hex?start=4x4");
  for (const move of ["b2", "c3", "a1"]) {
    await best(page);
    const box = await onBoard(page, move).boundingBox();
    if (!box) throw new Error(`${move} is not on the board`);
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.up();
    await page.mouse.move(x + 1, y + 1);
    await expect(current(page)).toContainText(move);
    await best(page);
    // Longer than the pointer has to rest; a refusal would be in the console.
    await page.waitForTimeout(200);
    await expect(page.locator("#board .layer-preview > *")).toHaveCount(0);
  }
});

test("the last ply of a line leads to the end of the game", async ({ page }) => {
  await open(page, "/hex?start=3x3");
  await best(page);
  await page.locator(".line .ply").last().click();
  await expect(sentence(page)).toContainText("is connected");
});
