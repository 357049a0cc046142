// The page of a reference run: what a reader knows before scrolling.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { describe, test } from "node:test";
import { measured, on, phone, shot, unfold } from "./browser.js";

/** The text of the page that lies within the window. */
const inView = page => page.evaluate(() => {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const seen = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const range = document.createRange();
    range.selectNodeContents(node);
    const boxes = [...range.getClientRects()];
    const inside = box => box.width > 0 && box.top >= 0 && box.left >= 0
      && box.bottom <= innerHeight && box.right <= innerWidth;
    if (boxes.length > 0 && boxes.every(inside)) seen.push(node.textContent.trim());
  }
  return seen.join(" ").replaceAll(/\s+/g, " ");
});

describe("the page of the reference run", () => {
  test("answers on its first screen", () => on({}, async page => {
    const text = await inView(page);
    const { ladders, claims } = JSON.parse(await readFile(process.env.RESULTS, "utf8"));
    const { rungs } = ladders.find(ladder => ladder.corpus === "minimal");
    assert.match(text, new RegExp(`${rungs.at(-1).solver}( \\([a-z0-9 ]+\\))? is `));
    assert.match(text, /\d[\d,.]* times as fast as/);
    const wrong = claims.claims.filter(({ verdict, says }) =>
      verdict === "fails" && text.includes(`${says} ✗ fails `));
    assert.ok(wrong.length > 0, text);
    for (const { says } of wrong) {
      const figure = text.slice(text.indexOf(says) + says.length);
      assert.match(figure, /^ ✗ fails \S+ (has|takes) .*?[\d,.]+ \S+/, says);
    }
    const [ready] = await page.evaluate(() =>
      performance.getEntriesByType("navigation").map(entry => entry.domContentLoadedEventEnd));
    measured(`the reference is ready to read after ${Math.round(ready)} ms`);
    await page.screenshot({ path: shot("reference.png") });
  }));

  test("the contents are one line", () => on({}, async page => {
    const nav = page.getByRole("navigation");
    const tops = await nav.getByRole("link").evaluateAll(links =>
      links.map(link => link.getBoundingClientRect().top));
    assert.equal(new Set(tops).size, 1);
    const [wide, room] = await nav.evaluate(nav => [nav.scrollWidth, nav.clientWidth]);
    assert.equal(wide, room, "nothing is to be scrolled to");
  }));

  test("a solver that the page cannot run is not offered to be watched", () =>
    on({ hash: "#duel" }, async page => {
      const duel = page.locator("#duel");
      const offered = async (first, second) => {
        await duel.locator("[name=first]").selectOption({ label: first });
        await duel.locator("[name=second]").selectOption({ label: second });
        return duel.locator(".duel-ends .watch").count();
      };
      assert.ok(await offered("bands/bivalue", "fewest-candidates/scan") > 0);
      assert.equal(await offered("bands/bivalue", "peers/sudoku"), 0);
      assert.equal(await offered("whole-grid/avx2", "bands/bivalue"), 0);
    }));

  test("two solvers have equal figures with script and without", async () => {
    const told = [];
    for (const javaScriptEnabled of [false, true]) {
      await on({ javaScriptEnabled, hash: "#duel" }, async page => {
        if (javaScriptEnabled) await page.locator("#duel form").waitFor();
        const sentence = await page.locator(".duel-sentence").textContent();
        const dots = javaScriptEnabled ? await page.locator("#duel circle").count() : 0;
        told.push([sentence, await page.locator(".duel-noise").textContent(), dots]);
      });
    }
    const [drawn, scripted] = told;
    assert.deepEqual(scripted.slice(0, 2), drawn.slice(0, 2));
    assert.ok(scripted[2] > 100, `${scripted[2]} dots`);
  });

  test("a reader chooses two other solvers", () => on({ hash: "#duel" }, async page => {
    const duel = page.locator("#duel");
    const [a, b] = ["whole-grid/words", "bands/bivalue"];
    await duel.locator("[name=first]").selectOption({ label: a });
    await duel.locator("[name=second]").selectOption({ label: b });
    const text = await duel.locator(".duel-sentence").innerText();
    const [, puzzles] = text.match(/^On ([\d,]+) puzzles of /);
    assert.ok(text.includes(`The time of ${a} divided by that of ${b} has a median of `), text);
    const dots = duel.locator("circle");
    assert.equal(await dots.count(), Number(puzzles.replaceAll(",", "")));
    await dots.first().focus();
    // The times of the dots are those that the sentence is about.
    const ratios = (await dots.evaluateAll(all => all.map(dot => dot.ariaLabel))).map(label => {
      const [mine, theirs] = [...label.matchAll(/ ([\d.]+) ([mnµ]?s)(?=,|$)/g)].map(([, number, unit]) =>
        Number(number) * { ns: 1, "µs": 1e3, ms: 1e6, s: 1e9 }[unit]);
      return mine / theirs;
    }).sort((one, other) => one - other);
    const [, median, low, high] = text.match(/median of ([\d.]+);.* between ([\d.]+) and ([\d.]+), on all/);
    for (const [share, told] of [[0.1, low], [0.5, median], [0.9, high]]) {
      const found = ratios[Math.round(share * (ratios.length - 1))];
      assert.ok(Math.abs(Math.log(found / Number(told))) < 0.1, `${found}, ${told} is told`);
    }
    const figures = /^Puzzle \d+ of \S+: \S+\/words [\d.]+ [mµn]?s, \S+\/bivalue [\d.]+ [mµn]?s\./;
    assert.match(await duel.locator(".duel-puzzle").innerText(), figures);
    // The other way round, both ends change places, and a dot that is grey stays grey.
    const best = await duel.locator(".duel-ends ol").evaluateAll(lists =>
      lists.map(list => [...list.querySelectorAll("code")].map(code => code.textContent)));
    const grey = await duel.locator("circle:not(.won)").count();
    assert.ok(grey > 0 && grey < await dots.count());
    await duel.locator("[name=first]").selectOption({ label: b });
    await duel.locator("[name=second]").selectOption({ label: a });
    const turned = await duel.locator(".duel-ends ol").evaluateAll(lists =>
      lists.map(list => [...list.querySelectorAll("code")].map(code => code.textContent)));
    assert.deepEqual(turned, best.toReversed());
    assert.equal(await duel.locator("circle:not(.won)").count(), grey);
  }));

  test("fits a phone of 360 pixels without sideways scrolling", () => on(phone, async page => {
    await unfold(page);
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360);
  }));

  test("on a phone of 390 pixels, every chart stands whole, all its panels below each other", () => on({
    viewport: { width: 390, height: 844 },
  }, async page => {
    await unfold(page);
    for (const id of ["ladder", "elsewhere", "time", "placement", "cactus", "duel"]) {
      const chart = page.locator(`#${id} :is(.narrow svg, .duel-plot)`);
      const { width, texts } = await chart.evaluate(svg => {
        const { left, right, width } = svg.getBoundingClientRect();
        const boxes = [...svg.querySelectorAll("text")].map(text => text.getBoundingClientRect());
        return { width, texts: boxes.map(box => box.left >= left && box.right <= right && box.height >= 8) };
      });
      assert.ok(width <= 390 && texts.length > 9, `${id} is ${width} pixels wide`);
      assert.ok(texts.every(Boolean), `a text of ${id} is cut or too small`);
      await chart.screenshot({ path: shot(`reference-phone-${id}.png`) });
    }
    assert.equal(await page.locator("#ladder .narrow svg text", { hasText: /^cheaper nodes$/ }).count(), 1);
  }));

  test("has at most 45,000 words and 1,200 rows, counting what a menu can bring", () => on({}, async page => {
    await unfold(page);
    const [words, rows] = await page.evaluate(() => {
      for (const part of document.querySelectorAll("main svg")) part.remove();
      const main = document.querySelector("main");
      return [main.innerText.match(/\S+/g).length, main.querySelectorAll("tr").length];
    });
    measured(`the page has ${words} words and ${rows} rows`);
    assert.ok(words <= 45_000 && rows <= 1_200, `${words} words, ${rows} rows`);
  }));

  test("prints on at most 12 sheets of A4, folded or not, with script and without", async () => {
    for (const javaScriptEnabled of [true, false]) {
      await on({ javaScriptEnabled }, async page => {
        const paper = await page.pdf({ path: shot("reference.pdf"), format: "A4" });
        const sheets = paper.toString("latin1").match(/\/Type\s*\/Page\b/g).length;
        measured(`the reference prints on ${sheets} sheets`);
        assert.ok(sheets > 5 && sheets <= 12, `${sheets} sheets`);
      });
    }
  });

  test("prints the main sections, and what the reader has opened", () => on({}, async page => {
    await page.emulateMedia({ media: "print" });
    const shown = id => page.locator(`#${id} > details > :not(summary)`).first().isVisible();
    for (const id of ["steps", "claims", "glance", "sets", "environment"]) {
      assert.ok(await shown(id), id);
    }
    assert.ok(!await shown("course") && !await shown("ratios"));
    assert.match(await page.locator(".paper").innerText(), /^Not on these sheets: .*; The course; /);
    await page.evaluate(() => { document.querySelector("#ratios > details").open = true; });
    assert.ok(await shown("ratios"));
  }));

  test("fits a sheet of paper, without anything to press", () => on({
    viewport: { width: 703, height: 1000 },
  }, async page => {
    await page.emulateMedia({ media: "print" });
    // The width that is left of a sheet of A4, upright and lying, between margins of 12 mm.
    const wide = await page.evaluate(() => {
      const [upright, lying] = [210, 297].map(side => (side - 2 * 12) / 25.4 * 96);
      return [...document.querySelectorAll("main *")].filter(part => {
        const room = part.closest("#glance") ? lying : upright;
        return !part.closest("svg") && part.getBoundingClientRect().right > room + 1;
      }).slice(0, 9).map(part => part.outerHTML.slice(0, 80));
    });
    assert.deepEqual(wide, []);
    const controls = page.locator(":is(button, select, input, textarea):not(th *):visible");
    assert.deepEqual(await controls.evaluateAll(all => all.map(one => one.outerHTML)), []);
    // Two charts go on a sheet of A4 or of Letter, so that none is half empty.
    const half = (279 - 2 * 12) / 25.4 * 96 / 2;
    for (const chart of ["time", "placement", "cactus"]) {
      const { height } = await page.locator(`#${chart}`).boundingBox();
      assert.ok(height <= half, `${chart} is ${height} pixels high, and half a sheet ${half}`);
    }
  }));

  test("a solver and a set in a table lead to their descriptions", () => on({ hash: "#steps" }, async page => {
    const row = page.locator("#steps tbody").first();
    for (const [name, id, seen] of [
      ["bands/bivalue", "bands/bivalue", "[id='bands/bivalue'] .told"],
      ["minimal", "set-minimal", "#set-minimal"],
    ]) {
      await page.evaluate(() => { location.hash = "#steps"; });
      await row.getByRole("link", { name }).click();
      assert.equal(await page.evaluate(() => location.hash), `#${id}`);
      assert.ok(await page.locator(seen).first().isVisible(), name);
    }
  }));

  test("a set in the head of a table leads to its description, and the button beside it sorts", () => on({
    hash: "#glance",
  }, async page => {
    const head = page.locator("#glance thead").first().locator("th", { hasText: /^minimal$/ });
    await head.getByRole("button", { name: "Sort by minimal" }).click();
    assert.equal(await head.getAttribute("aria-sort"), "ascending");
    const [fastest] = await head.evaluate(head => [...head.closest("table").tBodies].map(body =>
      body.rows[0].cells[head.cellIndex].className));
    assert.equal(fastest, "best");
    await head.getByRole("link", { name: "minimal" }).click();
    assert.equal(await page.evaluate(() => location.hash), "#set-minimal");
    assert.ok(await page.locator("#set-minimal").isVisible());
    await page.evaluate(() => { location.hash = "#glance"; });
    await page.locator("#glance").screenshot({ path: shot("glance.png") });
  }));
});
