// The page of a run: what a reader does with it.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { dark, measured, on, phone, shot, unfold, violations } from "./browser.js";

/** What a reader takes a cell for: a figure, in nanoseconds where it is a time, or a text. */
function read({ text, sort }) {
  if (sort !== undefined) return Number(sort);
  const [, number, unit] = text.replaceAll(",", "").match(/^([\d.]+(?:e-?\d+)?)(?: (ns|µs|ms|s))?(?= ?[^ \w]|$)/) ?? [];
  const size = { ns: 1, "µs": 1e3, ms: 1e6, s: 1e9 }[unit] ?? 1;
  return number === undefined ? text : Number(number) * size;
}

/** Figures by size and texts by letter; among figures, a text in the place of one comes last. */
function inOrder(values, order) {
  const sign = order === "ascending" ? 1 : -1;
  const figures = values.filter(value => typeof value === "number");
  const texts = values.filter(value => typeof value === "string");
  figures.sort((a, b) => sign * (a - b));
  if (figures.length === 0) texts.sort((a, b) => sign * a.localeCompare(b, "en", { numeric: true }));
  return [...figures, ...texts];
}

const appendix = { file: "appendix.html" };

describe("the page", () => {
  test("loads without an error and without a request", () => on({}, async page => {
    await page.waitForLoadState("load");
    const [ready] = await page.evaluate(() =>
      performance.getEntriesByType("navigation").map(entry => entry.domContentLoadedEventEnd));
    measured(`ready to read after ${Math.round(ready)} ms`);
    assert.ok(await page.getByRole("heading", { level: 1 }).innerText());
    await page.screenshot({ path: shot("light.png") });
  }));

  test("runs no script but its own, and reaches no network", async () => {
    const run = use => on({}, async page => assert.equal(await page.evaluate(use), "refused"));
    const policy = /Content Security Policy/;
    await assert.rejects(run(() => {
      document.body.append(Object.assign(document.createElement("script"), {
        textContent: "window.foreign = true",
      }));
      document.body.insertAdjacentHTML("beforeend", "<b onclick='window.foreign = true'></b>");
      document.body.lastElementChild.click();
      return window.foreign ? "run" : "refused";
    }), policy);
    await assert.rejects(run(() =>
      fetch("https://example.org/").then(() => "reached", () => "refused")), policy);
    await assert.rejects(run(() => new Promise(resolve => {
      const image = new Image();
      image.onload = () => resolve("reached");
      image.onerror = () => resolve("refused");
      image.src = "data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==";
    })), policy);
  });

  test("sorts a table by any column, up and down", () => on({ ...appendix, hash: "#ratios" }, async page => {
    const table = page.locator("#ratios table").first();
    const heads = table.locator("thead th");
    for (const head of [heads.first(), heads.nth(1), heads.nth(2), heads.nth(4)]) {
      for (const order of ["ascending", "descending"]) {
        await head.getByRole("button").click();
        assert.equal(await head.getAttribute("aria-sort"), order);
        const groups = await head.evaluate(head => [...head.closest("table").tBodies].map(body =>
          [...body.rows].filter(row => !row.matches(".group")).map(row => row.cells[head.cellIndex])
            .map(cell => ({ text: cell.firstChild?.textContent ?? "", sort: cell.dataset.sort }))));
        assert.ok(groups.some(cells => cells.length > 2));
        for (const cells of groups) {
          const values = cells.map(read);
          assert.deepEqual(values, inOrder(values, order));
        }
      }
    }
  }));

  test("shows the rows of one solver or one set when asked", () => on({ ...appendix, hash: "#ratios" }, async page => {
    const section = page.locator("#ratios");
    const rows = section.locator(".ratios tbody tr:not(.group):visible");
    const all = await rows.count();
    await section.getByLabel("Set").first().selectOption({ index: 1 });
    const set = await rows.count();
    assert.ok(set > 0 && set < all);
    assert.match(await section.getByRole("status").first().innerText(), /^\d+ rows?$/);
    await section.getByLabel("Set").first().selectOption("");
    await section.getByLabel("Solver").first().fill("PREFILL");
    const found = await rows.locator("th").allInnerTexts();
    assert.ok(found.length > 0 && found.length < all);
    for (const name of found) assert.match(name, /prefill/);
    await section.getByLabel("Solver").first().fill("");
    assert.equal(await rows.count(), all);
  }));

  test("tells the figures of a chart to pointer and keyboard", () => on({ reducedMotion: "reduce" }, async page => {
    await unfold(page);
    const chart = page.locator(".chart .scroll").first();
    await chart.locator("rect").last().scrollIntoViewIfNeeded();
    const tip = page.locator(".tip");
    assert.ok(!await tip.isVisible());
    // Scrolling hides what is pointed at, and is only over with the next frame.
    await page.evaluate(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))));
    await chart.locator("rect").last().hover({ force: true });
    await tip.waitFor();
    assert.ok(await tip.innerText());
    await page.mouse.move(0, 0);
    await tip.waitFor({ state: "hidden" });
    await chart.focus();
    await page.keyboard.press("Home");
    const first = await tip.innerText();
    assert.ok(first);
    await page.keyboard.press("End");
    assert.notEqual(await tip.innerText(), first);
    await page.keyboard.press("Escape");
    assert.ok(!await tip.isVisible());
  }));

  test("keeps a tip beside its mark while the page is scrolled", () => on({ reducedMotion: "reduce" }, async page => {
    await unfold(page);
    const chart = page.locator(".chart .scroll").first();
    await chart.focus();
    await page.keyboard.press("Home");
    const before = await page.evaluate(() => scrollY);
    await page.mouse.wheel(0, 60);
    await page.waitForFunction(before => scrollY > before, before);
    await page.waitForFunction(() => {
      const [tip, spot] = [".tip", ".chart .shown"]
        .map(what => document.querySelector(what).getBoundingClientRect());
      return Math.abs(tip.bottom + 6 - spot.top) < 1 || Math.abs(spot.bottom + 6 - tip.top) < 1;
    });
  }));

  test("scrolls a chart without tips by the arrow keys", () => on({
    viewport: { width: 700, height: 740 },
    hash: "#duel",
  }, async page => {
    await page.locator("#duel .scroll").focus();
    await page.keyboard.press("ArrowRight");
    await page.waitForFunction(() => document.querySelector("#duel .scroll").scrollLeft > 0);
  }));

  test("tells a solver without times on a set from one over its budget", () => on({
    hash: "#duel",
    init: () => {
      const parse = JSON.parse;
      JSON.parse = text => {
        const data = parse(text);
        for (const corpus of data.corpora ?? []) {
          if (corpus !== data.corpora[data.first[0]]) corpus.ns[data.first[1]] = null;
        }
        return data;
      };
    },
  }, async page => {
    const duel = page.locator("#duel");
    const first = await duel.locator("[name=first] option:checked").innerText();
    const set = await duel.locator("[name=corpus] option:not(:checked)").first().innerText();
    await duel.locator("[name=corpus]").selectOption({ label: set });
    assert.equal(await duel.locator(".duel-sentence").innerText(), `There are no times of ${first} on ${set}.`);
  }));

  test("says how a table is sorted", () => on({ ...appendix, hash: "#ratios" }, async page => {
    await page.locator("#ratios").getByText("A click on the head of a column sorts").waitFor();
  }));

  test("does without a place that a link misspells", () => on({ ...appendix, hash: "#100%" }, async page => {
    await page.locator("#ratios summary").click();
    await page.locator("#ratios thead button").first().waitFor();
  }));

  test("opens what a link points into", () => on({ hash: "#002-prefill-faster" }, async page => {
    assert.ok(await page.locator("[id='002-prefill-faster']").isVisible(), "from outside");
    assert.ok(!await page.locator("#ratios table").first().isVisible(), "the rest stays folded");
    await page.evaluate(() => { location.hash = "#ratios"; });
    await page.locator("#ratios table").first().waitFor();
    await page.getByRole("navigation").getByRole("link", { name: "Claims" }).click();
    await page.locator("#claims table").first().waitFor();
  }));

  test("explains its words before the first figure and where they are used", () => on({}, async page => {
    const [words, figure] = await page.evaluate(() =>
      ["#words", ".chart"].map(part => document.querySelector(part).getBoundingClientRect().top));
    assert.ok(words < figure, `${words} px from the top, the first figure ${figure} px`);
    assert.match(await page.locator("header").innerText(), /published ways to backtrack through a Sudoku/);
    const meanings = await page.locator("#words dd").allInnerTexts();
    assert.ok(meanings.length >= 10);
    await unfold(page);
    await page.locator("#ratios a.word").first().waitFor();
    const uses = await page.locator("a.word").evaluateAll(links => links.map(link =>
      [link.textContent, link.title, link.closest("a a, h2, code, button") === null
        && document.querySelector(link.getAttribute("href"))?.textContent]));
    assert.ok(uses.length > 10, `${uses.length} uses`);
    for (const [use, meaning, word] of uses) {
      assert.ok(use.toLowerCase().startsWith(word), `${use} leads to ${word}`);
      assert.ok(meaning.length > 20, `${word} has the meaning "${meaning}"`);
    }
    await page.locator("main a.word").first().click();
    await page.waitForFunction(() => location.hash.startsWith("#word-"));
    await page.goBack();
    assert.equal(await page.evaluate(() => location.hash), "");
  }));

  test("finds sections, words, sets, solvers and claims", () => on({ reducedMotion: "reduce" }, async page => {
    const [search, found] = [page.getByRole("searchbox", { name: "Search" }), page.locator("#found")];
    for (const [asked, kind, place] of [
      ["what the numbers", "section", "#meaning"],
      ["noise fl", "word", "#word-noise-floor"],
      ["EFFORT-1e5", "set", "#set-effort-1e5"],
      ["prefill bitmask", "solver", "#bitmask-singles/prefill"],
      ["002-prefill-f", "claim", "#002-prefill-faster"],
      ["beforehand is a further", "claim", "#002-prefill-faster"],
      ["how much two copies", "word", "#word-noise-floor"],
    ]) {
      await search.fill(asked);
      const first = found.getByRole("link").first();
      assert.match(await first.innerText(), new RegExp(`^${kind}`), asked);
      await page.keyboard.press("ArrowDown");
      assert.ok(await first.evaluate(link => link === document.activeElement));
      await page.keyboard.press("Enter");
      await page.waitForFunction(place => location.hash === place, place);
      assert.ok(await page.evaluate(place => {
        const { top, height } = document.getElementById(place.slice(1)).getBoundingClientRect();
        return height > 0 && top < innerHeight;
      }, place), `${place} is in sight`);
      assert.ok(!await found.isVisible());
    }
    await search.fill("xyzzy");
    assert.equal(await found.innerText(), "Nothing holds these words.");
    await page.keyboard.press("Escape");
    assert.ok(!await found.isVisible());
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

  test("leads to the appendix and back, where a claim stands in full", () => on({
    ...appendix, hash: "#002-prefill-faster",
  }, async page => {
    const claim = page.locator("[id='002-prefill-faster']");
    await claim.getByText("cargo xtask claims 002-prefill-faster").waitFor();
    assert.match(await page.locator("#ratios .group a").first().getAttribute("href"), /^index\.html#set-/);
    assert.deepEqual(await violations(page), []);
    await page.setViewportSize(phone.viewport);
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360);
    await page.screenshot({ path: shot("appendix.png") });
  }));

  test("prints", () => on({}, async page => {
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
    await page.locator("#claims summary").first().click();
    assert.ok(await page.locator("#claims table").first().isVisible(), "what is folded opens without script");
  }));
});
