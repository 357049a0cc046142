// The page of a run: what a reader does with it.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { dark, measured, on, phone, shot, unfold, violations } from "./browser.js";

/** Figures by size and texts by letter; among figures, a text in the place of one comes last. */
function inOrder(values, order) {
  const sign = order === "ascending" ? 1 : -1;
  const figures = values.filter(value => typeof value === "number");
  const texts = values.filter(value => typeof value === "string");
  figures.sort((a, b) => sign * (a - b));
  if (figures.length === 0) texts.sort((a, b) => sign * a.localeCompare(b));
  return [...figures, ...texts];
}

describe("the page", () => {
  test("loads without an error and without a request", () => on({}, async page => {
    await page.waitForLoadState("load");
    const [ready] = await page.evaluate(() =>
      performance.getEntriesByType("navigation").map(entry => entry.domContentLoadedEventEnd));
    measured(`ready to read after ${Math.round(ready)} ms`);
    assert.ok(await page.getByRole("heading", { level: 1 }).innerText());
    await page.screenshot({ path: shot("light.png") });
  }));

  test("sorts a table by any column, up and down", () => on({}, async page => {
    await unfold(page);
    const heads = page.locator("th[scope=col]:has(button)");
    assert.ok(await heads.count() > 20, "tables can be sorted");
    for (const head of [heads.nth(0), heads.nth(3)]) {
      for (const order of ["ascending", "descending"]) {
        await head.getByRole("button").click();
        assert.equal(await head.getAttribute("aria-sort"), order);
        const groups = await head.evaluate(head => [...head.closest("table").tBodies].map(body =>
          [...body.rows].map(row => row.cells[head.cellIndex]).filter(cell => cell)
            .map(cell => cell.dataset.sort === undefined ? cell.textContent : +cell.dataset.sort)));
        for (const values of groups) assert.deepEqual(values, inOrder(values, order));
      }
    }
  }));

  test("shows the rows of one corpus when asked", () => on({}, async page => {
    await unfold(page);
    const filter = page.getByRole("group", { name: "Corpus", exact: true }).first();
    const table = filter.locator("xpath=following-sibling::*//table").first();
    const rows = () => table.locator("tbody tr:not(.group):visible").count();
    const all = await rows();
    const one = filter.getByRole("button").nth(1);
    await one.click();
    assert.equal(await one.getAttribute("aria-pressed"), "true");
    assert.ok(await rows() > 0 && await rows() < all);
    await filter.getByRole("button").first().click();
    assert.equal(await rows(), all);
  }));

  test("is dark where the reader likes it dark", () => on(dark, async page => {
    const lightness = await page.evaluate(() =>
      getComputedStyle(document.body).backgroundColor.match(/\d+/g).map(Number));
    assert.ok(Math.max(...lightness) < 64, `the ground is ${lightness}`);
    await page.screenshot({ path: shot("dark.png") });
  }));

  test("fits a phone of 360 pixels without sideways scrolling", () => on(phone, async page => {
    await page.screenshot({ path: shot("phone.png") });
    await unfold(page);
    const wide = await page.evaluate(() => [...document.querySelectorAll("main *")]
      .filter(part => !part.closest(".scroll") && part.getBoundingClientRect().right > innerWidth)
      .map(part => part.outerHTML.slice(0, 120)));
    assert.deepEqual(wide, []);
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360);
  }));

  test("can be used by keyboard alone", () => on({ reducedMotion: "reduce" }, async page => {
    const seen = new Set();
    let sorted = false;
    for (let tabs = 0; tabs < 400 && !sorted; tabs++) {
      await page.keyboard.press("Tab");
      const stop = await page.evaluate(() => {
        const here = document.activeElement;
        const { outlineStyle, outlineWidth } = getComputedStyle(here);
        const place = here.getBoundingClientRect();
        return {
          name: here.outerHTML.slice(0, 120),
          marked: outlineStyle !== "none" && parseFloat(outlineWidth) > 0,
          there: place.width > 0 && place.bottom > 0 && place.top < innerHeight,
          sorts: here.matches("th button"),
          folded: here.matches("summary") && !here.parentElement.open,
        };
      });
      assert.ok(stop.marked, `the focus is not seen on ${stop.name}`);
      assert.ok(stop.there, `the focus is off the screen on ${stop.name}`);
      seen.add(stop.name);
      if (stop.folded) await page.keyboard.press("Enter");
      if (stop.sorts) {
        await page.keyboard.press("Enter");
        sorted = await page.evaluate(() =>
          document.activeElement.closest("th").getAttribute("aria-sort") === "ascending");
      }
    }
    assert.ok(seen.size > 5 && sorted, `a table was reached and sorted after ${seen.size} stops`);
  }));

  for (const [name, settings] of [["light", {}], ["dark", dark], ["on a phone", phone]]) {
    test(`has no accessibility violation, ${name}`, () => on(settings, async page => {
      assert.deepEqual(await violations(page), []);
      await unfold(page);
      assert.deepEqual(await violations(page), []);
    }));
  }

  test("prints, and all of it", () => on({}, async page => {
    const paper = await page.pdf({ path: shot("page.pdf"), format: "A4" });
    assert.equal(paper.subarray(0, 5).toString(), "%PDF-");
    await page.emulateMedia({ media: "print" });
    assert.ok(await page.getByRole("heading", { level: 2 }).first().isVisible());
    assert.ok(!await page.getByRole("navigation").isVisible(), "the contents are of no use on paper");
  }));

  test("says the same without script", () => on({ javaScriptEnabled: false }, async page => {
    await page.screenshot({ path: shot("without-script.png") });
    const texts = await page.locator("main section").evaluateAll(sections =>
      sections.map(section => [section.id, section.textContent.trim().length]));
    assert.ok(texts.length > 5);
    for (const [id, length] of texts) assert.ok(length > 20, `${id} is empty`);
    const claim = page.locator("section#claims details").first();
    await claim.locator("summary").first().click();
    assert.ok(await claim.locator("p").first().isVisible(), "what is folded opens without script");
  }));
});
