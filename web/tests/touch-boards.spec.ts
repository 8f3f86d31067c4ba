import { best, current, expect, onBoard, open, test } from "./page";

test("a small move is aimed at: press, slide, lift", async ({ page }) => {
  await open(page, "/hex?start=7x7");
  await best(page);
  const middle = async (move: string) => {
    const box = await onBoard(page, move).boundingBox();
    if (!box) throw new Error(`${move} is not on the board`);
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  };
  const [from, to] = [await middle("c3"), await middle("f6")];
  const touch = await page.context().newCDPSession(page);
  await touch.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [from] });
  await expect(page.locator(".board-aim")).toContainText("c3");
  await touch.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: [to] });
  await expect(page.locator(".board-aim")).toContainText("f6");
  await touch.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  await expect(page.locator(".board-aim")).toBeHidden();
  await expect(current(page)).toContainText("f6");
});
