// The course of a reference run: what its reader can see, do and find out with the page alone.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { describe, test } from "node:test";
import { measured, on, phone, shot, unfold, violations } from "./browser.js";

const EXAMPLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

const lessonOf = (page, solver) => page.locator(`[id="${solver}"]`);
const go = (page, hash) => page.evaluate(hash => { location.hash = hash; }, hash);
const top = link => link.evaluate(link => link.getBoundingClientRect().top);

/** Opens the replay of a lesson, and waits for a step of its solver. */
async function watch(page, solver) {
  await go(page, solver);
  await lessonOf(page, solver).getByRole("button", { name: "Watch it beside" }).click();
  // Another search may stand there already, at its first step.
  await page.waitForFunction(solver => {
    const [left] = document.querySelectorAll(".player .side");
    return left?.querySelector("select").value === solver
      && /^step [1-9]/.test(left.querySelector(".place").textContent);
  }, solver);
}
const events = page => page.locator(".player .event").allInnerTexts();

/** Opens a replay by its link. */
async function open(page, hash) {
  await go(page, `watch=${EXAMPLE}&${hash}`);
  await page.locator(".player .stage").waitFor();
}

describe("the course", () => {
  test("twenty questions are answered by a sentence in sight where they lead", () => on({}, async page => {
    const file = new URL("questions.json", import.meta.url);
    const questions = JSON.parse(await readFile(file, "utf8"));
    assert.equal(questions.length, 20);
    for (const { question, section, sentence } of questions) {
      await go(page, section);
      const isThere = ([section, sentence]) => document.getElementById(section)?.innerText
        .replaceAll(/\s+/g, " ").includes(sentence);
      await page.waitForFunction(isThere, [section, sentence], { timeout: 10_000 })
        .catch(() => assert.fail(`${question} ${section}: ${sentence}`));
    }
  }));

  test("is at most 25,000 words, code and tables apart", () => on({}, async page => {
    await unfold(page);
    const words = await page.locator("#course").evaluate(course => {
      for (const part of course.querySelectorAll("pre, table")) part.remove();
      return course.innerText.match(/\S+/g).length;
    });
    measured(`the course has ${words} words`);
    assert.ok(words > 10_000 && words <= 25_000, `${words} words`);
  }));

  test("a lesson opens the replay in its place, where two searches part", () => on({}, async page => {
    await watch(page, "fewest-candidates/scan");
    const lesson = lessonOf(page, "fewest-candidates/scan");
    assert.equal(await lesson.locator(".player").count(), 1);
    assert.equal(await page.getByLabel("Right solver").inputValue(), "bitmask/blank-list");
    const [here, beside] = await events(page);
    assert.notEqual(here, beside);
    assert.ok(!await page.getByLabel("closer").isChecked());
    await page.screenshot({ path: shot("reference-lesson.png") });
    assert.deepEqual(await violations(page, "details.lesson[open]"), []);
    await page.getByRole("navigation").getByRole("link", { name: "Watch" }).click();
    await page.locator("#watch .player .stage").waitFor();
    assert.equal(await lesson.locator(".player").count(), 0);
  }));

  test("or, of two with the same steps, at the first backtrack, closer", () => on({}, async page => {
    await watch(page, "brute-scan/fused");
    for (const event of await events(page)) {
      assert.match(event, /^Takes the \d at .* back: .*\. Before it, \d+ looks\.$/);
    }
    assert.ok(await page.getByLabel("closer").isChecked());
  }));

  test("the code beside the boards lights the lines of the algorithm that made the step", () => on({}, async page => {
    await watch(page, "propagation/hidden-singles");
    const lit = page.locator(".listing .lit");
    for (const [step, statements] of [
      [1, ["if !self.fill(peer, left, probe) {"]],
      [52, ["Ok(probe.solved(&self.grid()))"]],
    ]) {
      await open(page, `a=propagation/hidden-singles&b=bitmask/cursor&step=${step}`);
      await page.waitForFunction(step =>
        document.querySelector(".player .place").innerText.startsWith(`step ${step} `), step);
      const texts = (await lit.allInnerTexts()).map(text => text.trim());
      for (const statement of statements) assert.ok(texts.includes(statement), texts.join("\n"));
      assert.ok(!texts.some(text => text.startsWith("probe.")), texts.join("\n"));
    }
  }));

  test("a round of all rules shows the candidates before and after it", () => on({}, async page => {
    await open(page, "a=whole-grid/words&b=fewest-candidates/scan&step=1");
    const [left, right] = [0, 1].map(side => page.locator(".player .board").nth(side));
    await left.locator("s").first().waitFor();
    assert.equal(await left.locator("small").count(), 51);
    assert.equal(await right.locator("small").count(), 0);
    await page.locator(".player .stage").screenshot({ path: shot("reference-round.png") });
    await page.getByLabel("the candidates of every blank").check();
    await right.locator("small").first().waitFor();
    assert.equal(await right.locator("small").count(), 50);
  }));

  test("a question is answered in the page: predicted, run, compared", () => on({}, async page => {
    const ask = async (solver, prediction) => {
      await go(page, solver);
      const lesson = lessonOf(page, solver);
      const run = lesson.getByRole("button", { name: "Run it here" });
      await run.click();
      assert.equal(await lesson.locator(".told > output").innerText(), "", "nothing is predicted");
      await lesson.getByLabel("Your prediction").fill(prediction);
      await run.click();
      await lesson.locator("output table").waitFor();
      assert.ok(await lesson.locator(".told > details").evaluate(answer => answer.open));
      const row = name => lesson.locator("output tr", { hasText: name }).locator("td");
      return { heads: await lesson.locator("output th.number").allInnerTexts(), row };
    };
    const loops = await ask("brute-scan/fused", "one loop reads less");
    assert.deepEqual(loops.heads, ["brute-scan/three-loops, leetcode-37", "brute-scan/fused, leetcode-37"]);
    assert.deepEqual(await loops.row("cell reads").allInnerTexts(), ["334,653", "372,394"]);
    const rules = await ask("propagation/naked-singles", "as many guesses");
    assert.deepEqual(await rules.row("solved").allInnerTexts(), ["1 of 1", "20 of 20", "20 of 20"]);
    const [, before, after] = await rules.row(/^guesses/).allInnerTexts();
    assert.equal(before, after);
    await lessonOf(page, "propagation/naked-singles").locator(".told > output")
      .screenshot({ path: shot("reference-question.png") });
  }));

  test("a lesson says what a program of one's own should print, and the page counts the same", () => on({}, async page => {
    const puzzles = (await page.locator("#exercises pre").textContent()).trim().split("\n").map(line => line.split(/\s/)[0]);
    assert.equal(puzzles.length, 3);
    for (const solver of ["fewest-candidates/scan", "bands/bivalue", "whole-grid/words"]) {
      await go(page, solver);
      const said = await lessonOf(page, solver).locator("table.counters tbody tr").evaluateAll(rows =>
        rows.map(row => [...row.cells].map(cell => cell.textContent.replaceAll(",", ""))));
      assert.ok(said.some(([name]) => name === "guesses"), solver);
      const ran = await page.evaluate(async ([solver, puzzles]) => {
        await pageEngine.start();
        const of = puzzle => pageEngine.ask[1]({ do: "count", solver, puzzles: [puzzle], calls: 1e9 });
        return Promise.all(puzzles.map(async puzzle => (await of(puzzle)).counts));
      }, [solver, puzzles]);
      for (const [name, ...figures] of said)
        assert.deepEqual(figures, ran.map(counts => String(counts[name.replaceAll(" ", "_")])), `${solver}: ${name}`);
    }
  }));

  test("every set of a question can be chosen", () => on({}, async page => {
    const asked = await page.locator(".lesson .told > pre").evaluateAll(all => all.flatMap(pre =>
      [...pre.textContent.matchAll(/tally --corpus (\S+)/g)].map(([, corpus]) => corpus)));
    const offered = await page.locator("[name=example] optgroup").evaluateAll(all =>
      all.map(({ label }) => label));
    assert.ok(asked.includes("classics") && asked.length > 20);
    assert.deepEqual(asked.filter(corpus => !offered.includes(corpus)), []);
  }));

  test("a lesson leads to the next one, and the browser remembers it as read", () => on({}, async page => {
    await go(page, "bitmask/cursor");
    const lesson = lessonOf(page, "bitmask/cursor");
    await lesson.getByRole("link", { name: "Next lesson: bitmask/next-blank" }).click();
    await page.waitForFunction(() => location.hash === "#bitmask/next-blank");
    await page.waitForTimeout(1500);
    for (const again of [false, true]) {
      if (again) await page.reload();
      await lesson.locator("summary .read").waitFor();
      assert.equal(await page.locator(".lesson .read").count(), 1, "a lesson that is passed is not read");
    }
    const next = lessonOf(page, "bitmask/next-blank");
    await next.locator(".told > :last-child").scrollIntoViewIfNeeded();
    await next.locator("summary .read").waitFor();
  }));

  test("Back returns to the link that was followed", () => on({ reducedMotion: "reduce" }, async page => {
    await go(page, "bitmask/blank-list");
    const link = lessonOf(page, "bitmask/blank-list").locator("a[href='#bitmask/next-blank']").first();
    await link.scrollIntoViewIfNeeded();
    const before = await top(link);
    await link.click();
    await lessonOf(page, "bitmask/next-blank").locator(".told").waitFor();
    assert.ok(Math.abs(await top(link) - before) > 200, "it was left");
    await page.goBack();
    await page.waitForFunction(() => location.hash === "#bitmask/blank-list");
    await page.waitForTimeout(200);
    assert.ok(Math.abs(await top(link) - before) < 2, `${await top(link)} instead of ${before}`);
  }));

  for (const viewport of [phone.viewport, { width: 390, height: 844 }]) {
    const { width, height } = viewport;
    test(`on a phone of ${width} pixels, a lesson's replay has both boards and the buttons in one view`, () => on({
      viewport, reducedMotion: "reduce",
    }, async page => {
      await watch(page, "fewest-candidates/scan");
      const parts = page.locator(".player .board, .player [data-go], .player .event");
      const seen = () => parts.evaluateAll(all => all.map(part => {
        const { top, bottom, left, right } = part.getBoundingClientRect();
        const above = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
        const isSeen = top >= 0 && bottom <= innerHeight && left >= 0 && right <= innerWidth;
        return isSeen && part.contains(above) ? "" : `${part.className || part.textContent}: ${top}, ${bottom}`;
      }).filter(Boolean));
      await page.waitForFunction(() =>
        Math.abs(document.querySelector(".player .stage").getBoundingClientRect().top) < 80);
      await page.screenshot({ path: shot(`reference-lesson-${width}.png`) });
      assert.deepEqual(await seen(), []);
      const before = await events(page);
      await page.getByRole("button", { name: "Step ›" }).click();
      await page.waitForFunction(before =>
        document.querySelector(".player .event").innerText !== before, before[0]);
      assert.deepEqual(await seen(), []);
      const small = await page.locator(".player").locator("button, select, textarea, input[type=range], label.check, a, summary")
        .evaluateAll(all => all.filter(one => {
          const { width, height } = one.getBoundingClientRect();
          return one.checkVisibility() && Math.min(width, height) < 24;
        }).map(one => one.outerHTML.slice(0, 80)));
      assert.deepEqual(small, [], "too small for a finger");
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), width);
      assert.deepEqual(await violations(page, "details.lesson[open]"), []);
    }));
  }

  test("the digits of many tests stay within their cell", () => on({}, async page => {
    await open(page, "a=brute-scan/three-loops&b=bitmask/cursor&step=100");
    await page.getByLabel("closer").check();
    const cell = page.locator(".player .board i").first();
    for (const text of ["", "5"]) {
      const [inside, apart] = await cell.evaluate((cell, text) => {
        // The same text in an element, of which the room can be asked.
        cell.dataset.tests = "123456789";
        cell.textContent = text;
        const own = getComputedStyle(cell, "::after");
        const copy = document.createElement("span");
        for (const name of own) copy.style.setProperty(name, own.getPropertyValue(name));
        copy.style.height = "auto";
        copy.textContent = "123456789";
        cell.append(copy);
        const [outer, inner] = [cell, copy].map(one => one.getBoundingClientRect());
        const range = document.createRange();
        range.selectNodeContents(copy);
        const digits = range.getBoundingClientRect();
        copy.remove();
        range.selectNodeContents(cell);
        const digit = range.getBoundingClientRect();
        const fits = digits.left >= outer.left && digits.right <= outer.right && digits.bottom <= outer.bottom;
        // A figure stands a fifth below the top of its line.
        const apart = text === "" || digits.bottom <= digit.top + digit.height / 5;
        return [fits && inner.width <= outer.width, apart];
      }, text);
      assert.ok(inside, "they run over its edge");
      assert.ok(apart, "they lie on its digit");
    }
    await page.locator(".player .stage").screenshot({ path: shot("reference-tests.png") });
  }));

  test("code that an earlier lesson shows is left out, and stands beside the boards", () => on({}, async page => {
    await go(page, "propagation/hidden-singles");
    const code = lessonOf(page, "propagation/hidden-singles").locator(".code");
    const said = await code.locator("p").allInnerTexts();
    assert.ok(said.some(text => /\bfn finish\b.*: as in propagation\/naked-singles$/.test(text)), said);
    const statement = "Ok(probe.solved(&self.grid()))";
    assert.ok(!(await code.innerText()).includes(statement));
    await open(page, "a=propagation/hidden-singles&b=bitmask/cursor&step=51");
    const listing = page.locator(".player .listing");
    await page.getByRole("button", { name: "Step ›" }).click();
    const lit = listing.locator(".lit", { hasText: statement });
    await lit.waitFor();
    const [pane, line] = [await listing.boundingBox(), await lit.boundingBox()];
    assert.ok(line.y >= pane.y && line.y + line.height <= pane.y + pane.height, "it is scrolled to");
  }));
});
