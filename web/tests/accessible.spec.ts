import AxeBuilder from "@axe-core/playwright";
import { best, expect, open, test } from "./page";

for (const scheme of ["light", "dark"] as const) {
  for (const width of [360, 900, 1600]) {
    test(`nothing serious in ${scheme} at ${width}`, async ({ page }) => {
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: "reduce" });
      await page.setViewportSize({ width, height: 900 });
      for (const game of ["contour", "hex", "dots"]) {
        await open(page, `/${game}`);
        await best(page);
        await page.locator(".section-hood summary").click();
        await expect(page.locator(".section-why .reasons > *").first()).toBeVisible();
        const { violations } = await new AxeBuilder({ page }).analyze();
        const found = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
        expect(found.map(({ id, nodes }) => `${game} ${id}: ${nodes.slice(0, 3).map((node) => `${node.target.join(" ")} ${node.failureSummary?.split("\n")[1] ?? ""}`).join("; ")}`)).toEqual([]);
        await page.locator(".section-hood summary").click();
      }
    });
  }
}

test("nothing serious in the dialogs, the editor and the reference", async ({ page }) => {
  const check = async (where: string): Promise<void> => {
    const { violations } = await new AxeBuilder({ page }).analyze();
    const found = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
    expect(found.map(({ id, nodes }) => `${where} ${id}: ${nodes[0]?.target.join(" ")}`)).toEqual([]);
  };
  await open(page, "/contour");
  await best(page);
  for (const key of ["n", "o", "i", "x", "?"]) {
    await page.keyboard.press(key);
    await expect(page.locator("dialog[open]"), `the dialog of ${key}`).toBeVisible();
    await check(key);
    await page.keyboard.press("Escape");
    await expect(page.locator("dialog[open]")).toBeHidden();
  }
  await page.keyboard.press("e");
  await check("editor");
  await page.goto("/api");
  await expect(page.locator(".endpoint").first()).toBeVisible();
  await check("reference");
});
