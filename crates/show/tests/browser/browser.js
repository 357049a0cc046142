// What the tests of the page share. tests/browser.rs starts them and says in the environment where
// things are: CHROMIUM, PAGE (a file) and SHOTS (the folder for what there is to look at).

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before } from "node:test";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const start = pathToFileURL(process.env.PAGE).href;
const quiet = [
  "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync",
  "--disable-background-networking", "--disable-component-update",
];

let browser;
before(async () => {
  browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: quiet });
});
after(() => browser.close());

/** Where a picture is kept. */
export const shot = name => `${process.env.SHOTS}/${name}`;

/** A figure that is shown and never asserted. */
export const measured = what => console.log(`measured: ${what}`);

/**
 * Runs a test on the page, or on another file beside it, which must make no request and no error while it lasts; `init` runs in
 * the page before its own script.
 */
export async function on({ file = "", hash = "", init = () => {}, ...settings }, use) {
  const address = new URL(file, start).href;
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...settings });
  context.setDefaultTimeout(60_000); // for what never comes, not for what a busy machine delays
  await context.addInitScript(init);
  const page = await context.newPage();
  const wrong = [];
  page.on("pageerror", error => wrong.push(`error: ${error.message}`));
  page.on("console", said => {
    if (["error", "warning"].includes(said.type())) wrong.push(`${said.type()}: ${said.text()}`);
  });
  page.on("request", request => {
    const url = request.url();
    if (url.split("#")[0] !== address && !/^(data|blob):/.test(url)) wrong.push(`request: ${url}`);
  });
  try {
    await page.goto(address + hash);
    await use(page);
    assert.deepEqual(wrong, []);
  } finally {
    await context.close();
  }
}

export const dark = { colorScheme: "dark" };
export const phone = { viewport: { width: 360, height: 740 } };

/** What axe finds wrong in a part of the page, a line each. */
export async function violations(page, part = "html") {
  await page.evaluate(axe); // the policy of the page allows no further script
  const { violations } = await page.evaluate(part => axe.run(part), part);
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.slice(0, 3).map(({ target }) => `${id}: ${help}: ${target}`));
}

/** Opens whatever is folded. */
export const unfold = page => page.evaluate(() => {
  for (const folded of document.querySelectorAll("details")) folded.open = true;
});
