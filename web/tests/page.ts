/** What the tests say of the page, in words of its own. */

import { test as base, expect, type Page } from "@playwright/test";

/** A page without a word in the console: whatever the browser complains of fails the test, but for refusals that it says it provokes. */
export const test = base.extend<{ page: Page; provokes: RegExp }>({
  /** What the test provokes; by default nothing. */
  provokes: [/(?!)/, { option: true }],
  page: async ({ page, provokes }, use) => {
    const complaints: string[] = [];
    page.on("pageerror", (error) => complaints.push(String(error)));
    page.on("console", (message) => {
      if (message.type() === "error" && !provokes.test(message.text())) complaints.push(message.text());
    });
    await use(page);
    expect(complaints).toEqual([]);
  },
});

/** The server refuses: a position that is none, or that no method applies to. */
export const REFUSED = /status of 422/;

export { expect };

/** Positions whose values are known: from the README. */
export const CONTOUR = "4x5:5,2,6,0,1/8,1,5,9,0/8,3,0,1,6/6,1,3,1,8|6,0,9,1,3/9,0,9,9,6/0,3,0,8,2/4,6,2,8,1|3,1,1,0";
export const HEX = "3x3:W2/3/2B:w";
export const DOTS = "3x3:111111110111100000010001";

export async function open(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await expect(page.locator(".board svg").first()).toBeVisible();
}

export const sentence = (page: Page) => page.locator(".sentence");
export const moves = (page: Page) => page.locator(".column .move");
export const onBoard = (page: Page, move: string) => page.locator(`#board [data-move="${move}"]`);
export const mode = (page: Page, name: string) => page.getByRole("group", { name: "Mode" }).getByRole("button", { name });
export const current = (page: Page) => page.locator('.tree [aria-current="step"]');

/** The first move of the list once the values are there: a best one. */
export async function best(page: Page): Promise<string> {
  await expect(moves(page).first().locator(".move-behind")).toHaveText("best");
  return (await moves(page).first().locator(".move-name").textContent()) ?? "";
}
