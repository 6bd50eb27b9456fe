/**
 * @file Pictures of all games: `node screenshots.js FOLDER` makes them in light and dark, 320 and 1920 pixels wide, to be looked at;
 * `node screenshots.js --readme` makes those of README.md.
 */

import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { browse, open, serve, skip } from './server.js';
import { GAMES } from './starts.js';

const LOOKS = /** @type {const} */ ([['light', 1280, 800], ['dark', 1280, 800], ['light', 320, 640], ['light', 1920, 1080]]);

if (skip) throw new Error(skip);
const [server, browser] = await Promise.all([serve(), browse()]);

/** @param {string} address @param {'light'|'dark'} colorScheme @param {number} width @param {number} height */
async function show(address, colorScheme, width, height) {
  const context = await browser.newContext({ viewport: { width, height }, colorScheme });
  return open(context, server.address + address);
}

/** @param {string} folder */
async function makeAll(folder) {
  mkdirSync(folder, { recursive: true });
  for (const [looks, width, height] of LOOKS) {
    for (const game of GAMES) {
      const { page } = await show(`&game=${game}`, looks, width, height);
      const places = page.locator('.board [data-at]');
      await places.nth(Math.floor((await places.count()) / 2)).dispatchEvent('pointerdown');
      await page.evaluate(() => window.dispatchEvent(new PointerEvent('pointerup')));
      await page.waitForTimeout(1200);
      await page.screenshot({ path: `${folder}/${game}-${looks}-${width}.png` });
      await page.context().close();
    }
  }
}

async function makeReadme() {
  const folder = fileURLToPath(new URL('../../src/serve/page/pictures', import.meta.url));
  mkdirSync(folder, { recursive: true });
  const moves = 'play b d7;play w f4;play b e6;play w g5;play b f7;play w h3'.replaceAll(' ', '+');
  const hex = await show(`&game=hex&start=9x9&moves=${moves}&at=6`, 'light', 1180, 740);
  await hex.page.getByLabel('Analysis').check();
  await hex.page.waitForTimeout(4000);
  await hex.page.screenshot({ path: `${folder}/hex.png` });
  const robots = await show('&game=ricochet&start=7065%2B41%2BC26B30F9%2BE6', 'dark', 1180, 740);
  await robots.page.getByRole('button', { name: 'Solution' }).click();
  await robots.page.waitForSelector('.answer button');
  await robots.page.keyboard.press('y');
  await robots.page.locator('.board [data-piece=yellow] circle').click();
  await robots.page.waitForSelector('.board [data-lit]');
  await robots.page.screenshot({ path: `${folder}/ricochet.png` });
}

if (process.argv[2] === '--readme') await makeReadme();
else await makeAll(process.argv[2] ?? 'screenshots');
await browser.close();
await server.end();
