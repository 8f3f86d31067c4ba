import { best, open, test } from "./page";

/** The same choices on any machine. */
function chooser(seed: number): (most: number) => number {
  let state = seed;
  return (most) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * most);
  };
}

const KEYS = ["Space", "ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End", "u", "r", "v", "h", "g", "f", "e", "b", "Enter", "Escape", "n", "o", "x", "?", "Escape"];

for (const [seed, address] of [[1, "/contour"], [2, "/hex"], [3, "/dots"]] as const) {
  test(`whatever is pressed on ${address}, the page stands`, async ({ page }) => {
    await open(page, address);
    await best(page);
    const choose = chooser(seed);
    for (let step = 0; step < 120; step += 1) {
      if (choose(3) > 0) await page.keyboard.press(KEYS[choose(KEYS.length)] ?? "Escape");
      else {
        // Pressed where it is, if it is still there when the press arrives.
        await page.evaluate((at) => {
          const dialog = document.querySelector("dialog[open]");
          const all = [...(dialog ?? document).querySelectorAll<HTMLElement | SVGElement>("#board [data-move], .mode button, .toolbar button, .tree button, .line button, .move, .dialog header button")];
          all[at % Math.max(1, all.length)]?.dispatchEvent(new MouseEvent("click", { bubbles: true, detail: 1 }));
        }, choose(1000));
      }
    }
    for (let dialogs = 0; dialogs < 3; dialogs += 1) await page.keyboard.press("Escape");
    await page.getByRole("link", { name: address === "/hex" ? "Dots" : "Hex" }).click();
    await best(page);
  });
}
