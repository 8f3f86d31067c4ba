import { best, CONTOUR, current, DOTS, expect, HEX, onBoard, open, test } from "./page";

test("on a phone a move is tapped, and nothing is wider than the screen", async ({ page }) => {
  for (const [address, move] of [[`/contour?start=${encodeURIComponent(CONTOUR)}`, "b2"], [`/hex?start=${HEX}`, "a3"], [`/dots?start=${DOTS}`, "v,0,1"]] as const) {
    await open(page, address);
    await best(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    await onBoard(page, move).tap();
    await expect(current(page)).toContainText(move);
  }
});

test("what is tapped is 44 pixels large", async ({ page }) => {
  await open(page, `/hex?start=${HEX}`);
  await best(page);
  const small = await page.locator("button:visible:not(.reasons *), .tab:visible, summary:visible, select:visible").evaluateAll((buttons) =>
    buttons.map((button) => ({ name: button.getAttribute("aria-label") ?? button.textContent, box: button.getBoundingClientRect() }))
      .filter(({ box }) => box.height < 43.5 || box.width < 43.5).map(({ name, box }) => `${name}: ${box.width} x ${box.height}`));
  expect(small).toEqual([]);
});
