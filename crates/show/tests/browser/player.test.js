// Two searches side by side. REPLAY says whether the page has the solvers.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { dark, measured, on, phone, shot, violations } from "./browser.js";

const EXAMPLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
/** The first of effort-1e6. */
const LONG = "..........1.....3..3....754.5...78..7........4.15..2......7...6..798.5....3.42.1.";
const [A, B] = ["brute-scan/three-loops", "fewest-candidates/scan"];
const link = (puzzle, step, rest = "") => `#watch=${puzzle}&a=${A}&b=${B}&step=${step}${rest}`;

/** Naked singles find two cells that need the 5, before the first of them loses it. */
const CLASH = ".812......2.1.74...7..9.2......3......7.845....6..5....9......7....5...2.5....8.1";
/** Takes guesses. */
const HARD = "..53.....8......2..7..1.5..4....53...1..7...6..32...8..6.5....9..4....3......97..";
/** What is drawn of a search below its board: the kind, a solver, and a step with it. */
const KEPT = [
  ["numbers", "fewest-candidates/scan", 9],
  ["numbers", "fewest-candidates/static", 9],
  ["buckets", "fewest-candidates/buckets", 9],
  ["trail", "propagation/naked-singles-trail", 300],
  ["options", "exact-cover/dancing-links", 9],
  ["numbers", "bands/impact", "guess"],
  ["places", "bands/bivalue", 9],
  ["layouts", "whole-grid/words", 2],
];

/** Runs a test on the player, once both searches are there. */
const watching = (settings, use) => on({ hash: link(EXAMPLE, 0), ...settings }, async page => {
  await page.locator("#watch .stage").waitFor();
  await use(page);
});

/** The 81 characters of each board. */
const boards = page => page.locator("#watch .board").evaluateAll(boards => boards.map(board =>
  [...board.children].map(cell => /\d/.test(cell.textContent) ? cell.textContent : ".").join("")));
const events = page => page.locator("#watch .event").allInnerTexts();
const steps = async page => (await page.locator("#watch .place").allInnerTexts())
  .map(text => Number(text.match(/step ([\d,]+)/)[1].replaceAll(",", "")));
const until = (page, test) => page.waitForFunction(test, undefined, { polling: 20 });
/** Steps on until the left search does this. */
const stepTo = async (page, what) => {
  while (!(await events(page))[0].startsWith(what)) {
    const [before] = await steps(page);
    await page.locator("#watch .play").press("ArrowRight");
    await page.waitForFunction(before => !document.querySelector("#watch .place").innerText
      .startsWith(`step ${before} `), before);
  }
};
const button = (page, name) => page.locator("#watch").getByRole("button", { name, exact: true });

describe("the player", { skip: !process.env.REPLAY }, () => {
  test("shows the puzzle first and both solutions at the end", () => watching({}, async page => {
    assert.deepEqual(await boards(page), [EXAMPLE, EXAMPLE]);
    await page.locator("#watch").screenshot({ path: shot("player-start.png") });
    await button(page, "End").click();
    await until(page, () => document.querySelectorAll("#watch .board i:empty").length === 0);
    assert.deepEqual(await boards(page), [SOLUTION, SOLUTION]);
    assert.deepEqual(await events(page), ["Has a solution.", "Has a solution."]);
    assert.deepEqual(await steps(page), [4208 + 4157 + 1, 52]);
    await button(page, "Start").click();
    await until(page, () => document.querySelectorAll("#watch .board i:empty").length > 0);
    assert.deepEqual(await boards(page), [EXAMPLE, EXAMPLE]);
  }));

  test("goes to the step at which the two part, however late", () => watching({
    hash: `#watch=${HARD}&a=propagation/hidden-singles&b=propagation/locked-candidates&step=0`,
  }, async page => {
    await button(page, "They part").click();
    await until(page, () => document.querySelector("#watch [name=time]").value !== "0");
    const [step] = await steps(page);
    const [one, other] = await events(page);
    assert.notEqual(one, other);
    await page.locator("#watch .play").press("ArrowLeft");
    await page.waitForFunction(step => document.querySelector("#watch .place").innerText
      .startsWith(`step ${step - 1} `), step);
    const before = await events(page);
    assert.equal(before[0], before[1]);
  }));

  test("says in words what every solver does in every step", () => watching({}, async page => {
    const left = page.getByLabel("Left solver");
    const ids = await left.locator("option").allInnerTexts();
    assert.ok(ids.length >= 24);
    for (const [i, a] of ids.entries()) {
      const b = ids[ids.length - 1 - i];
      await page.evaluate(([puzzle, a, b]) => { location.hash = `#watch=${puzzle}&a=${a}&b=${b}`; },
        [SOLUTION.replace(/[19]/g, "."), a, b]);
      await page.waitForFunction(([a, b]) =>
        [...document.querySelectorAll("#watch .board")].map(board => board.ariaLabel.split(":")[0])
          .join() === [a, b].join(), [a, b]);
      const time = page.locator("#watch [name=time]");
      const last = Number(await time.getAttribute("max"));
      for (let step = 1; step <= last; step++) {
        await time.fill(String(step));
        await page.waitForFunction(step => document.querySelector("#watch [name=time]")
          .getAttribute("aria-valuetext").includes(`step ${step}`), step);
        for (const words of await events(page)) assert.match(words, /^\S+ \S.*\.$/, `${a}, ${b}`);
      }
    }
  }));

  test("draws every row as high as the others, and nothing is cut", () => watching({
    hash: `#watch=${"8".padEnd(81, ".")}&a=${A}&b=bitmask/cursor&step=0`,
  }, async page => {
    for (const board of await page.locator("#watch .board").all()) {
      const sides = await board.locator("i").evaluateAll(cells => cells.flatMap(cell => {
        const { width, height } = cell.getBoundingClientRect();
        return [width, height];
      }));
      const [least, most] = [Math.min(...sides), Math.max(...sides)];
      assert.ok(most - least < 1, `${least}, ${most}`);
    }
    // The widest figures there are.
    const [wide, room] = await page.locator("#watch .counters").evaluate(table => {
      for (const cell of table.querySelectorAll("td")) cell.textContent = "999,999,999";
      return [table.parentElement.scrollWidth, table.parentElement.clientWidth];
    });
    assert.equal(wide, room, "the table of counters is cut");
    const [text, field] = await page.getByLabel("or any other").evaluate(field =>
      [field.scrollHeight, field.clientHeight]);
    assert.equal(text, field, "the puzzle is cut");
    await page.locator("#watch").screenshot({ path: shot("player-empty.png") });
  }));

  test("goes on after a search that was lost", () => watching({
    init: () => {
      window.Worker = class { constructor() { throw new Error("none here"); } };
      const { instantiate } = WebAssembly;
      WebAssembly.instantiate = async module => {
        const { exports } = await instantiate(module);
        let lost = false;
        return { exports: { ...exports, call: length => {
          lost ||= window.trap;
          window.trap = false;
          if (lost) throw new WebAssembly.RuntimeError("unreachable");
          return exports.call(length);
        } } };
      };
    },
  }, async page => {
    await page.evaluate(() => { window.trap = true; });
    await button(page, "Step ›").click();
    await page.locator("#watch").getByRole("alert").getByText("unreachable").waitFor();
    await button(page, "Watch").click();
    await page.locator("#watch .stage").waitFor();
    assert.deepEqual(await boards(page), [EXAMPLE, EXAMPLE]);
  }));

  test("refuses a text that has no room", () => watching({}, async page => {
    await page.getByLabel("or any other").evaluate(field => { field.value = ".".repeat(2 ** 24); });
    await button(page, "Watch").click();
    await page.locator("#watch").getByRole("alert").getByText("the request is too long").waitFor();
    await page.getByLabel("or any other").fill(EXAMPLE);
    await button(page, "Watch").click();
    await page.locator("#watch .stage").waitFor();
  }));

  test("steps both ways, and a step is the same from either side", () =>
    watching({ hash: link(EXAMPLE, 40) }, async page => {
      const [seen, said] = [[], []];
      for (const key of ["ArrowRight", "ArrowRight", "ArrowLeft", "ArrowLeft"]) {
        seen.push(await boards(page));
        said.push(await events(page));
        const before = await steps(page);
        await page.locator("#watch .play").press(key);
        await page.waitForFunction(before => !document.querySelector("#watch .place").innerText
          .startsWith(`step ${before} `), before[0]);
      }
      assert.deepEqual(seen[1], seen[3]);
      assert.deepEqual(said[1], said[3]);
      assert.deepEqual(await boards(page), seen[0]);
      assert.notDeepEqual(seen[0], seen[1]);
      assert.deepEqual(await steps(page), [40, 40]);
    }));

  test("goes to the next backtrack and back", () => watching({}, async page => {
    await page.locator("#watch .play").press("b");
    await until(page, () => document.querySelector("#watch .event").innerText.includes("back"));
    const first = await steps(page);
    await page.locator("#watch .play").press("b");
    await page.waitForFunction(step => !document.querySelector("#watch .place").innerText
      .startsWith(`step ${step} `), first[0]);
    await page.locator("#watch .play").press("B");
    await page.waitForFunction(step => document.querySelector("#watch .place").innerText
      .startsWith(`step ${step} `), first[0]);
  }));

  test("plays and pauses", () => watching({}, async page => {
    await page.getByLabel("Speed").selectOption("60");
    await page.locator("#watch .play").press(" ");
    const [from, began] = [await steps(page), Date.now()];
    const pictures = await page.evaluate(() => new Promise(resolve => {
      let [seen, last] = [0, ""];
      const end = performance.now() + 1000;
      const look = () => {
        const text = document.querySelector("#watch .place").innerText;
        if (text !== last) seen++;
        last = text;
        if (performance.now() < end) requestAnimationFrame(look);
        else resolve(seen);
      };
      look();
    }));
    assert.equal(await button(page, "Pause").count(), 1);
    await page.locator("#watch .play").press(" ");
    const seconds = (Date.now() - began) / 1000;
    await button(page, "Play").waitFor();
    await page.waitForTimeout(200);
    const to = await steps(page);
    measured(`${pictures} pictures a second, ${Math.round((to[0] - from[0]) / seconds)} steps`);
    assert.ok(to[0] > from[0]);
    await page.waitForTimeout(200);
    assert.deepEqual(await steps(page), to, "it stands still");
  }));

  test("plays once, however fast somebody pauses and plays", () => watching({
    init: () => {
      const [ask, call_off] = [requestAnimationFrame, cancelAnimationFrame];
      window.asked = new Set();
      window.requestAnimationFrame = use => {
        const id = ask(moment => {
          window.asked.delete(id);
          use(moment);
        });
        window.asked.add(id);
        return id;
      };
      window.cancelAnimationFrame = id => {
        window.asked.delete(id);
        call_off(id);
      };
    },
  }, async page => assert.equal(await page.evaluate(() => {
    for (let click = 0; click < 3; click++) document.querySelector("#watch .play").click();
    return window.asked.size;
  }), 1)));

  test("leaves the keys to the page where nothing is watched", () => on({}, async page => {
    await page.locator("#watch").scrollIntoViewIfNeeded();
    await page.locator("#watch .board i.given").first().waitFor({ state: "attached" });
    await page.locator("#watch summary").focus();
    await page.keyboard.press("End");
    await page.waitForFunction(() => scrollY + innerHeight > document.body.scrollHeight - 2);
  }));

  test("watches any puzzle that is pasted", () => watching({}, async page => {
    const turned = [...EXAMPLE].reverse().join("");
    const nine = turned.match(/.{9}/g).join("\n");
    await page.getByLabel("or any other").fill(nine);
    await button(page, "Watch").click();
    await page.waitForFunction(cell => document.querySelector("#watch .board i:last-child")
      .textContent === cell, "5");
    assert.deepEqual(await boards(page), [turned, turned]);
  }));

  test("does not begin again when somebody leaves what was pasted", () => watching({}, async page => {
    const own = page.getByLabel("or any other");
    const turned = [...EXAMPLE].reverse().join("");
    await own.focus();
    await own.press("ControlOrMeta+a");
    await own.evaluate((own, turned) => {
      own.dispatchEvent(new Event("paste"));
      document.execCommand("insertText", false, turned);
    }, turned);
    await page.waitForFunction(cell => document.querySelector("#watch .board i:last-child")
      .textContent === cell, "5");
    await page.evaluate(() => {
      const post = Worker.prototype.postMessage;
      window.opened = 0;
      Worker.prototype.postMessage = function (message) {
        if (message[1].do === "open") window.opened++;
        post.call(this, message);
      };
    });
    await button(page, "Step ›").click();
    await until(page, () => document.querySelector("#watch .place").innerText.startsWith("step 1 "));
    assert.equal(await page.evaluate(() => window.opened), 0);
  }));

  test("says where a text is no puzzle, in the words of the reader", () => watching({}, async page => {
    const alert = page.locator("#watch").getByRole("alert");
    const refused = async text => {
      await page.getByLabel("or any other").fill(text);
      await button(page, "Watch").click();
      await alert.locator("p").waitFor();
    };
    await refused(EXAMPLE.slice(1));
    assert.match(await alert.innerText(), /^line 1, column 81: found 80 cells, expected 81/);
    await refused(`# mine\n${EXAMPLE.replace("7", "a")}`);
    await alert.getByText("found 'a'").waitFor();
    assert.equal(await alert.locator("mark").innerText(), "a");
    await page.locator("#watch").screenshot({ path: shot("player-refused.png") });
    await refused(`5${EXAMPLE.slice(0, 1)}${EXAMPLE.slice(2)}`);
    await alert.getByText("the digit 5 stands twice in row 1").waitFor();
    assert.ok(!await page.locator("#watch .stage").isVisible());
    assert.deepEqual(await violations(page), []);
    await page.getByLabel("or any other").fill(EXAMPLE);
    await button(page, "Watch").click();
    await page.locator("#watch .stage").waitFor();
    assert.equal(await alert.innerText(), "");
  }));

  test("a link carries puzzle, solvers and step", () => watching({}, async page => {
    await page.getByLabel("Right solver").selectOption("bitmask/blank-list");
    await page.getByLabel("Side by side").selectOption("share");
    await page.locator("#watch .play").press("ArrowRight");
    await page.waitForFunction(() => document.querySelector("#watch .link").hash.includes("step=1&"));
    const [hash, seen] = [await page.locator("#watch .link").evaluate(link => link.hash), await boards(page)];
    assert.match(hash, /b=bitmask\/blank-list&step=1&by=share$/);
    await watching({ hash }, async other => {
      assert.deepEqual(await boards(other), seen);
      assert.equal(await other.getByLabel("Right solver").inputValue(), "bitmask/blank-list");
      await other.evaluate(hash => { location.hash = hash; }, link(EXAMPLE, 7));
      await until(other, () => document.querySelector("#watch .place").innerText.startsWith("step 7 "));
    });
  }));

  test("a link to a solver that is not there is refused", () =>
    on({ hash: `#watch=${EXAMPLE}&a=no/such&b=${B}` }, async page => {
      await page.getByText("No solver here is called no/such.").waitFor();
    }));

  test("the rest of the page can ask for a search", () => on({}, async page => {
    assert.equal(await page.evaluate(() => document.documentElement.dataset.replay), "");
    await page.evaluate(([puzzle, a, b]) => document.dispatchEvent(
      new CustomEvent("watch", { detail: { puzzle, solvers: [a, b], step: 12 } })), [EXAMPLE, A, B]);
    await page.locator("#watch .stage").waitFor();
    assert.deepEqual(await steps(page), [12, 12]);
    await page.waitForFunction(() =>
      Math.abs(document.querySelector("#watch").getBoundingClientRect().top) < innerHeight / 2);
  }));

  test("what was asked for last is shown, also after a search for where two part", () => watching({
    init: () => {
      // Somebody asks for something else while two like searches are still being compared.
      const post = Worker.prototype.postMessage;
      Worker.prototype.postMessage = function (message) {
        const { do: what, step } = message[1];
        const compares = window.later && what === "at" && step === 9;
        if (compares) setTimeout(window.later);
        if (compares) window.later = undefined;
        post.call(this, message);
      };
    },
  }, async page => {
    await page.evaluate(([puzzle, a, like, b]) => {
      const watch = detail => document.dispatchEvent(new CustomEvent("watch", { detail }));
      window.later = () => watch({ puzzle, solvers: [a, b], step: 7 });
      watch({ puzzle, solvers: [a, like], step: "parting" });
    }, [EXAMPLE, A, "brute-scan/fused", B]);
    await until(page, () => !document.querySelector("#watch .place").innerText.startsWith("step 0 "));
    await page.waitForTimeout(300);
    assert.deepEqual(await steps(page), [7, 7]);
  }));

  test("says so where a search is lost", () => on({
    hash: link(EXAMPLE, 0),
    init: () => {
      const post = Worker.prototype.postMessage;
      Worker.prototype.postMessage = function (message) {
        if (message[1].do === "open") throw new Error("out of memory");
        post.call(this, message);
      };
    },
  }, async page => {
    await page.locator("#watch").getByRole("alert").getByText("out of memory").waitFor();
  }));

  test("jumps in a search of a million steps", () =>
    watching({ hash: link(LONG, 0, "&by=share") }, async page => {
      const [, all] = (await page.locator("#watch .place").first().innerText()).match(/of ([\d,]+)/);
      const took = await page.evaluate(async () => {
        const time = document.querySelector("#watch [name=time]");
        const times = [];
        for (const share of [0.9, 0.1, 0.5, 1]) {
          const label = document.querySelector("#watch .place").innerText;
          const start = performance.now();
          time.value = String(Math.round(share * Number(time.max)));
          time.dispatchEvent(new Event("input"));
          while (document.querySelector("#watch .place").innerText === label) {
            await new Promise(requestAnimationFrame);
          }
          times.push(Math.round(performance.now() - start));
        }
        return times;
      });
      measured(`jumps in a search of ${all} steps took ${took.join(", ")} ms`);
      assert.ok(Number(all.replaceAll(",", "")) > 1e6);
      assert.match((await events(page))[0], /^Has a solution/);
    }));

  test("shows the tests between two steps", () => watching({ hash: link(EXAMPLE, 3) }, async page => {
    assert.equal(await page.locator("#watch .seen:not(.legend i)").count(), 0);
    await page.getByLabel("closer").check();
    await page.locator("#watch .board .seen").first().waitFor();
    assert.match((await events(page))[0], /Before it, [\d,]+ looks\./);
    await page.locator("#watch").screenshot({ path: shot("player-closer.png") });
  }));

  test("tells a single test between two steps as one", () => watching({
    hash: `#watch=${EXAMPLE}&a=bitmask/blank-list&b=${B}&step=7`,
  }, async page => {
    await page.getByLabel("closer").check();
    await page.locator("#watch .event").getByText("Before it, 1 look.").waitFor();
  }));

  test("draws the depth over all steps, and veils what is to come", () => watching({}, async page => {
    const strips = page.locator("#watch .strip");
    const seen = () => strips.evaluateAll(all => all.map(strip => {
      const [, veil] = strip.children;
      return {
        share: Number(veil.getAttribute("x")) / strip.viewBox.baseVal.width,
        wide: strip.getBoundingClientRect().width,
        said: strip.getAttribute("aria-label"),
      };
    }));
    await page.getByLabel("Side by side").selectOption("step");
    await until(page, () => document.querySelectorAll("#watch .strip")[1].style.width !== "100%");
    const [long, short] = await seen();
    assert.deepEqual([long.share, short.share], [0, 0]);
    assert.equal(long.said, "The depth over all steps, 82 at most");
    assert.ok(short.wide < long.wide / 20, "at the same step, the shorter search is over soon");
    await page.getByLabel("Side by side").selectOption("share");
    await button(page, "End").click();
    await until(page, () => document.querySelectorAll("#watch .board i:empty").length === 0);
    const ends = await seen();
    assert.deepEqual(ends.map(({ share }) => share), [1, 1]);
    assert.equal(ends[0].wide, ends[1].wide);
  }));

  test("counts the work up to the step, and in all", () => watching({}, async page => {
    await button(page, "End").click();
    await until(page, () => document.querySelectorAll("#watch .board i:empty").length === 0);
    const row = page.locator("#watch .counters tr", { hasText: "placements" });
    assert.deepEqual(await row.locator("td").allInnerTexts(), ["4,208", "4,208", "51", "51"]);
  }));

  test("begins with two searches that move at the first step, once it is opened", () => on({}, async page => {
    assert.ok(!await page.locator("#watch .player").isVisible());
    await page.locator("#watch summary").click();
    await page.locator("#watch .stage").waitFor();
    const start = await boards(page);
    assert.equal(await page.getByLabel("Left solver").inputValue(), "propagation/hidden-singles");
    assert.equal(await page.getByLabel("Right solver").inputValue(), "propagation/locked-candidates");
    await page.locator("#watch .play").press("ArrowRight");
    await until(page, () => document.querySelector("#watch .place").innerText.startsWith("step 1 "));
    assert.deepEqual(await steps(page), [1, 1]);
    for (const [side, board] of (await boards(page)).entries()) assert.notEqual(board, start[side]);
  }));

  test("tells a dead end on the board before it, the sentence above the board, both in view", () => watching({
    hash: `#watch=${CLASH}&a=propagation/naked-singles&b=propagation/locked-candidates&step=22`,
  }, async page => {
    assert.match((await events(page))[0], /: row 1, column 8 and row 2, column 9 both need the 5\.$/);
    const dead = page.locator("#watch .board").first().locator(".dead");
    assert.deepEqual(await dead.allInnerTexts(), ["5", "5"]);
    assert.equal(await page.locator("#watch .board s").count(), 0);
    await page.getByLabel("the candidates of every blank").check();
    await page.locator("#watch .board").last().locator("s").first().waitFor();
    await page.evaluate(() => document.querySelector("#watch").scrollIntoView({ behavior: "instant" }));
    const [said, board] = await page.evaluate(() => [".event", ".board"].map(part =>
      document.querySelector(`#watch ${part}`).getBoundingClientRect()));
    assert.ok(said.top > 0 && said.bottom <= board.top && board.bottom <= 900, `${said.top}, ${board.bottom}`);
    await page.screenshot({ path: shot("player-dead-end.png") });
  }));

  test("races two solvers beside the first one again", () => watching({}, async page => {
    const said = page.locator("#watch output");
    await button(page, "Race").click();
    await said.getByText("rounds").waitFor({ timeout: 60_000 });
    const way = /^fewest-candidates\/scan takes 0\.\d+ times the time of brute-scan\/three-loops \(median/;
    assert.match(await said.innerText(), way);
    measured(`race: ${await said.innerText()}`);
    await page.getByLabel("Right solver").selectOption(A);
    await page.waitForFunction(() =>
      document.querySelectorAll("#watch .place")[1].innerText.includes("of 8,366"));
    assert.equal(await said.innerText(), "", "what was said of others is gone");
    await button(page, "Race").click();
    await said.getByText("rounds").waitFor({ timeout: 60_000 });
    measured(`race: ${await said.innerText()}`);
    await button(page, "Race").click();
    await button(page, "Stop").click();
    await said.getByText("Stopped before").waitFor();
    await button(page, "Race").waitFor();
  }));

  test("runs in the page itself where there are no workers", () => watching({
    hash: link(EXAMPLE, 9),
    init: () => { window.Worker = class { constructor() { throw new Error("none here"); } }; },
  }, async page => assert.deepEqual(await steps(page), [9, 9])));

  const small = { viewport: { width: 390, height: 844 } };
  for (const [name, settings] of [["light", {}], ["dark", dark], ["on 390 pixels", small]]) {
    test(`draws what each family keeps, ${name}`, () => watching(settings, async page => {
      for (const [kind, a, wanted] of KEPT) {
        const show = step => page.evaluate(hash => { location.hash = hash; },
          `#watch=${HARD}&a=${a}&b=bitmask/cursor&step=${step}`);
        await show(wanted === "guess" ? 1 : wanted);
        const drawn = page.locator(`#watch .structure[data-kind=${kind}]`);
        if (wanted === "guess") await stepTo(page, "Guesses");
        await drawn.waitFor();
        await page.waitForFunction(a => document.querySelector("#watch .board").ariaLabel.startsWith(a), a);
        assert.equal(await drawn.count(), 1, "the right one keeps only what is drawn already");
        assert.match(await drawn.locator("figcaption").innerText(), /^\S.*\.$/);
        const isLong = kind === "trail";
        assert.equal(await drawn.getByText("1 more before").count(), Number(isLong));
        assert.deepEqual(await violations(page, "#watch .stage"), [], a);
        const [wide, width, cut] = await page.evaluate(() => [
          document.documentElement.scrollWidth, innerWidth,
          [...document.querySelectorAll("#watch .structure *")].filter(part =>
            part instanceof HTMLElement && part.scrollWidth > part.clientWidth + 1 && part.clientWidth > 0).length,
        ]);
        assert.deepEqual([wide, cut], [width, 0], a);
        await page.locator("#watch .boards").screenshot({
          path: shot(`kept-${a.replace("/", "-")}-${name.replaceAll(" ", "-")}.png`),
        });
      }
    }));
  }

  for (const [name, settings] of [["light", {}], ["dark", dark], ["on a phone", phone]]) {
    test(`has no accessibility violation and fits, ${name}`, () =>
      watching({ hash: link(EXAMPLE, 131), ...settings }, async page => {
        await page.locator("#watch").screenshot({ path: shot(`player-${name.replaceAll(" ", "-")}.png`) });
        assert.deepEqual(await violations(page), []);
        const [wide, width] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
        assert.equal(wide, width);
      }));
  }
});

describe("the page without the solvers", { skip: !!process.env.REPLAY }, () => {
  test("says what is missing, and how to get it", () => on({ hash: "#watch" }, async page => {
    const text = await page.locator("#watch").innerText();
    assert.match(text, /rustup target add wasm32-unknown-unknown/);
    assert.match(text, /cargo xtask bench/);
    assert.equal(await page.evaluate(() => document.documentElement.dataset.replay), undefined);
  }));
});
