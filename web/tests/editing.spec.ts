import { best, CONTOUR, current, DOTS, expect, HEX, moves, onBoard, open, REFUSED, sentence, test } from "./page";

const editing = 'section[aria-label="Edit the position"]';

test("Hex is edited by stones and by whose turn it is", async ({ page }) => {
  await open(page, `/hex?start=${HEX}`);
  await best(page);
  await page.getByRole("button", { name: "Edit" }).click();
  const cell = onBoard(page, "b2");
  await cell.click();
  await cell.click();
  await page.locator(editing).getByRole("button", { name: "Black to move" }).click();
  await page.locator(editing).getByRole("button", { name: "Done" }).click();
  await expect(page).toHaveURL(/\/hex\?start=3x3:W/);
  await expect(page.locator(editing)).toBeHidden();
});

test("Dots are edited line by line; a change is taken back", async ({ page }) => {
  await open(page, `/dots?start=${DOTS}`);
  await best(page);
  await page.keyboard.press("e");
  await page.locator(editing).getByRole("button", { name: "Clear" }).click();
  await onBoard(page, "h,0,0").click();
  await onBoard(page, "v,0,0").click();
  await page.keyboard.press("u");
  await page.locator(editing).getByRole("button", { name: "Done" }).click();
  await expect(page).toHaveURL(/start=3x3:1000000000000000000000000|start=3x3:100000000000000000000000/);
  await best(page);
});

test("a board grows, and scores at Contour are typed", async ({ page }) => {
  await open(page, `/contour?start=${encodeURIComponent(CONTOUR)}`);
  await best(page);
  await page.getByRole("button", { name: "Edit" }).click();
  await page.locator(editing).getByRole("button", { name: "Clear" }).click();
  await page.locator(editing).getByRole("button", { name: "\u2212 row" }).click();
  await page.locator(editing).getByRole("button", { name: "+ column" }).click();
  const score = page.getByLabel("First, row 1, column 6");
  await score.fill("42");
  await score.press("Tab");
  await page.locator(editing).getByRole("button", { name: "Done" }).click();
  await expect(page).toHaveURL(/start=3x6:5,2,6,0,1,42/);
  await best(page);
});

test.describe("what the server refuses", () => {
  test.use({ provokes: REFUSED });

  test("an edit that is no position says so, and is not taken", async ({ page }) => {
    await open(page, `/contour?start=${encodeURIComponent(CONTOUR)}`);
    await best(page);
    await page.getByRole("button", { name: "Edit" }).click();
    const score = page.getByLabel("First, row 1, column 1");
    await score.fill("99999999999");
    await score.press("Tab");
    await expect(page.locator(editing).getByRole("alert")).toBeVisible();
    await expect(page.locator(editing).getByRole("button", { name: "Done" })).toBeDisabled();
    await page.locator(editing).getByRole("button", { name: "Undo" }).click();
    await expect(page.locator(editing).getByRole("button", { name: "Done" })).toBeEnabled();
    await page.keyboard.press("Escape");
    await expect(page.locator(editing)).toBeHidden();
    await best(page);
  });

  test("what cannot be read has the finger on it", async ({ page }) => {
    await open(page, "/dots");
    await page.getByRole("button", { name: "Import" }).click();
    await page.getByLabel("Text of a position or game").fill("3x3:11111x");
    await page.getByRole("button", { name: "Read", exact: true }).click();
    await expect(page.locator("dialog").getByRole("alert")).toContainText("line 1, column");
    await expect(page.locator(".excerpt mark")).toHaveText("x");
    await page.keyboard.press("Escape");
  });
});

test("a random position is made while editing, and as a new one", async ({ page }) => {
  await open(page, "/dots");
  await best(page);
  await page.keyboard.press("e");
  await page.locator(editing).getByRole("button", { name: "Random" }).click();
  await page.locator(editing).getByRole("button", { name: "Done" }).click();
  await expect(page).toHaveURL(/start=3x3:/);
  await page.locator(".topbar-middle button").first().click();
  await page.getByLabel("Rows").fill("2");
  await page.getByLabel("Columns").fill("3");
  await page.getByLabel("Drawn from the start").selectOption("swedish");
  await page.getByRole("button", { name: "Empty board" }).click();
  await expect(page).toHaveURL(/start=2x3/);
  await best(page);
});

test("a board may have a single cell", async ({ page }) => {
  await open(page, "/hex");
  await page.keyboard.press("n");
  await page.getByLabel("Rows").fill("1");
  await page.getByLabel("Columns").fill("1");
  await page.getByRole("button", { name: "Empty board" }).click();
  await expect(page).toHaveURL(/start=1x1/);
  await best(page);
});

test("any form is imported, and said to be what it was read as", async ({ page }) => {
  await open(page, "/hex");
  await page.keyboard.press("i");
  await page.getByLabel("Text of a position or game").fill("(;FF[4]GM[11]SZ[3];W[a1];B[c3])");
  await page.getByRole("button", { name: "Read", exact: true }).click();
  await expect(page).toHaveURL(/start=3x3:/);
  await expect(page.locator(".notice")).toContainText("sgf");
  await best(page);
});

test("text that is pasted anywhere is imported", async ({ page }) => {
  await open(page, "/dots");
  await best(page);
  await page.evaluate(() => {
    const data = new DataTransfer();
    data.setData("text/plain", "2x2:swedish");
    document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true }));
  });
  await expect(page).toHaveURL(/start=2x2/);
  await best(page);
  await expect(current(page)).toHaveText("start");
});

test("the position is exported in every form, and as pictures", async ({ page }) => {
  await open(page, `/hex?start=${HEX}`);
  await best(page);
  await page.keyboard.press("x");
  const form = page.getByLabel("Form");
  const forms = await form.locator("option").evaluateAll((options) => options.map((option) => option.getAttribute("value") ?? ""));
  expect(forms).toContain("sgf");
  const text = page.getByLabel("The position as text");
  await expect(text).toHaveValue(HEX);
  await form.selectOption("sgf");
  await expect(text).toHaveValue(/GM\[11\]/);
  for (const name of ["SVG, light", "SVG, dark", "PNG, light", "PNG, dark"]) {
    const download = page.waitForEvent("download");
    await page.getByRole("link", { name }).click();
    expect((await download).suggestedFilename()).toMatch(/^hex\.(light|dark)\.(svg|png)$/);
  }
  await page.keyboard.press("Escape");
  await expect(sentence(page)).toBeVisible();
  await expect(moves(page).first()).toBeVisible();
});
