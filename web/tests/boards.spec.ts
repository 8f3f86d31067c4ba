import { best, CONTOUR, current, DOTS, expect, HEX, onBoard, open, test } from "./page";

test("a score is changed where it stands", async ({ page }) => {
  await open(page, `/contour?start=${encodeURIComponent(CONTOUR)}`);
  await best(page);
  await page.getByRole("button", { name: "Edit" }).click();
  await onBoard(page, "b2 second").click();
  const field = page.getByLabel("second's score of b2");
  await expect(field).toBeFocused();
  // Letters that are keys of the page elsewhere are text here.
  await field.fill("-77");
  await field.press("f");
  await field.press("Backspace");
  await field.press("Enter");
  await expect(onBoard(page, "b2 second")).toBeFocused();
  await expect(onBoard(page, "b2 second")).toHaveAttribute("aria-label", /: -77$/);
  await onBoard(page, "c3").click();
  await page.getByRole("button", { name: "Done" }).click();
  // Whatever c3 needs is taken with it.
  await expect(page).toHaveURL(/-77.*%7C3,3,3,0/);
  await best(page);
});

test("what the reasons name lights up on the board", async ({ page }) => {
  await open(page, `/dots?start=${DOTS}`);
  await best(page);
  const chip = page.locator(".reasons .chip", { hasText: "A₆" });
  await chip.hover();
  await expect(page.locator("#board .marked")).toHaveCount(6);
  await page.mouse.move(0, 0);
  await expect(page.locator("#board .marked")).toHaveCount(0);
  // A move that is named is looked at, and played by a click.
  const move = page.locator(".reasons-table .term-move", { hasText: "v,0,1" }).first();
  await move.hover();
  await expect(page.locator("#board .layer-preview .ghost").first()).toBeAttached();
  await move.click();
  await expect(current(page)).toContainText("v,0,1");
});

test("a box that is taken is its owner's, and the last edge is marked", async ({ page }) => {
  await open(page, `/dots?start=${DOTS}&moves=${encodeURIComponent("v,0,1;v,0,3;v,0,2")}`);
  await best(page);
  await expect(page.locator("#board .layer-boxes .box.first")).toHaveCount(1);
  await expect(page.locator("#board .layer-boxes .hatch")).toHaveCount(2);
  await expect(page.locator("#board .layer-drawn .last.second")).toHaveCount(1);
});

test("influence is drawn for every cell, odds beside it", async ({ page }) => {
  await open(page, `/hex?start=${HEX}`);
  await best(page);
  await page.getByRole("button", { name: "Influence" }).click();
  await expect(page.locator("#board .layer-moves .decides")).toHaveCount(7);
  await expect(onBoard(page, "a3")).toContainText("80.0");
  await expect(onBoard(page, "a3")).toContainText("54.3");
});
