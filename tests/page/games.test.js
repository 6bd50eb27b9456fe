/** @file Every game, by clicks and by keys, to its end: as a person plays it. */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { ask, browse, open, serve, skip, until } from './server.js';
import { GAMES, PUZZLES, TURN } from './starts.js';

const axe = readFileSync(new URL('./node_modules/axe-core/axe.min.js', import.meta.url), 'utf8');

/** @type {Awaited<ReturnType<typeof serve>>} */
let server;
/** @type {import('playwright-core').Browser} */
let browser;

before(async () => {
  if (skip) return;
  [server, browser] = await Promise.all([serve(), browse()]);
});
after(async () => {
  await browser?.close();
  await server?.end();
});

/** @param {string} game @param {string} start @param {object} [options] */
async function show(game, start, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1200, height: 800 }, ...options });
  const words = new URLSearchParams({ game, start });
  const opened = await open(context, `${server.address}&${words}`);
  await until(async () => (await status(opened.page)) !== '', 'the page says something');
  return { context, ...opened };
}

const status = async (/** @type {*} */ page) => (await page.textContent('.status')) ?? '';
/** The drawing without what depends on the pointer and the keyboard. */
const drawing = (/** @type {*} */ page) => page.$eval('.board svg', (svg) => svg.innerHTML.replace(/ (tabindex|data-lit)="[^"]*"|\s+(?=<)/g, ''));
const isOver = async (/** @type {*} */ page) => /wins|draw/.test(await status(page));
const places = (/** @type {*} */ page) => page.$$eval('.board [data-at]', (shapes) => shapes.map((shape) => shape.getAttribute('data-at')));
const choose = (/** @type {*} */ page, /** @type {string} */ color, /** @type {string} */ level) => page.locator(`select[name=${color}]`).selectOption(level);

test('the keyboard stays on a match that the drawing moves', { skip }, async () => {
  const { page, faults, context } = await show('nim', '3 4 b');
  for (const color of ['black', 'white']) await choose(page, color, '0');
  await page.focus('.board [data-at="1-1"]');
  await page.keyboard.press('Enter');
  await until(async () => (await places(page)).length === 6, 'one match less');
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('data-at')), '1-1');
  assert.deepEqual(faults, []);
  await context.close();
});

/** Clicks on places without a pause, so that all but the first come while a move is on its way. @param {*} page @param {string[]} names */
const clickAtOnce = (page, names) => page.evaluate((/** @type {string[]} */ list) => {
  for (const name of list) {
    document.querySelector(`.board [data-at="${name}"]`)?.dispatchEvent(new PointerEvent('pointerdown', { button: 0, bubbles: true }));
    window.dispatchEvent(new PointerEvent('pointerup'));
  }
}, names);
const moves = (/** @type {*} */ page) => page.evaluate(() => new URLSearchParams(location.hash.slice(1)).get('moves') ?? '');

test('what is drawn has a colour of the page, and does not cover what is below it', { skip }, async () => {
  for (const [game, start] of Object.entries({ ...TURN, ...PUZZLES })) {
    const { page, settle, context } = await show(game, start);
    for (const box of await page.locator('select[name=white]').all()) await box.selectOption('0');
    await page.locator('.board [tabindex="0"]').focus();
    for (const key of game === 'ricochet' ? ['r', 'ArrowDown'] : ['Enter']) await page.keyboard.press(key);
    await settle();
    // What no style names is black.
    const plain = await page.$$eval('.board svg :is(rect, circle, polygon, path, text)', (shapes) => shapes.filter((shape) =>
      getComputedStyle(shape).fill === 'rgb(0, 0, 0)').map((shape) => shape.outerHTML));
    assert.deepEqual(plain, [], game);
    await context.close();
  }
  const { page, settle, context } = await show('hitori', PUZZLES.hitori);
  for (const shape of ['.black', '.ring', '.open']) {
    await page.locator('.board [data-at="1,0"]').click({ timeout: 5000 });
    await settle();
    assert.equal(await page.locator(`.board [data-at="1,0"] ${shape}`).count(), 1, shape);
  }
  await context.close();
});

test('clicks that come during a move are played when it is drawn', { skip }, async () => {
  const hex = await show('hex', '5x5');
  for (const color of ['black', 'white']) await choose(hex.page, color, '0');
  await clickAtOnce(hex.page, ['c3', 'b2', 'c3', 'd4']);
  await hex.settle();
  assert.equal(await moves(hex.page), 'play b c3;play w b2;play b d4');
  assert.match((await hex.page.textContent('#messages')) ?? '', /occupied|taken|stone/);
  await hex.page.focus('.board [data-at="a1"]');
  for (const key of ['Enter', 'ArrowRight', 'Enter']) await hex.page.keyboard.press(key);
  await hex.settle();
  assert.match(await moves(hex.page), /play b d4;play w a1;play b b1$/);
  // What is kept is a person's: it is no move for the engine, and it is void at another place of the record.
  await hex.page.keyboard.press('Home');
  await hex.settle();
  await choose(hex.page, 'white', '1');
  await clickAtOnce(hex.page, ['e1', 'e2']);
  await hex.settle();
  assert.match(await moves(hex.page), /^play b e1;play w \w\d$/);
  assert.deepEqual(hex.faults, []);
  await hex.context.close();
  const { page, faults, settle, context } = await show('hitori', PUZZLES.hitori);
  await clickAtOnce(page, ['0,0', '1,2', '0,0', '2,4']);
  await settle();
  assert.equal(await moves(page), 'play black 0,0;play black 1,2;play white 0,0;play black 2,4');
  assert.deepEqual(faults, []);
  await context.close();
});

for (const [game, start] of Object.entries(TURN)) {
  test(`${game}: a game by clicks against the engine`, { skip }, async () => {
    const { page, faults, context } = await show(game, start);
    await choose(page, 'white', '1');
    for (let count = 0; count < 60 && !(await isOver(page)); count++) {
      await until(async () => /your move|wins|draw/.test(await status(page)), 'the turn of the person');
      if (await isOver(page)) break;
      const before = await page.evaluate(() => location.hash);
      const names = await places(page);
      for (const name of names.sort(() => Math.random() - 0.5)) {
        // The move of a click before may have been drawn by now, without this place.
        await clickAtOnce(page, [name]);
        await page.waitForTimeout(30);
        if ((await page.evaluate(() => location.hash)) !== before) break;
      }
    }
    assert(await isOver(page), await status(page));
    // The link shows the same in another tab.
    const link = await page.evaluate(() => location.href);
    const other = await open(context, link);
    await until(() => isOver(other.page), 'the end in the other tab');
    assert.equal(await other.page.evaluate(() => location.href), link);
    assert.equal(await drawing(other.page), await drawing(page));
    // What the page holds is what the engine holds.
    await page.evaluate(() => document.querySelector('.protocol')?.setAttribute('open', ''));
    await page.fill('.protocol input', 'final_score');
    await page.keyboard.press('Enter');
    await until(async () => /[BW]\+|0/.test((await page.textContent('.answer')) ?? ''), 'the score of the engine');
    assert(await isOver(page));
    assert.deepEqual([...faults, ...other.faults], []);
    await context.close();
  });

  test(`${game}: two engines play`, { skip }, async () => {
    const { page, faults, context } = await show(game, start);
    await choose(page, 'white', '3');
    await choose(page, 'black', '10');
    await until(() => isOver(page), 'an end', 60);
    assert.deepEqual(faults, []);
    await context.close();
  });

  test(`${game}: a game by keys alone`, { skip }, async () => {
    const { page, faults, context, settle } = await show(game, start);
    for (const color of ['black', 'white']) await choose(page, color, '0');
    await page.locator('.skip').focus();
    await page.keyboard.press('Enter');
    assert(await page.evaluate(() => Boolean(document.activeElement?.closest('.board'))));
    // To a place at random by arrows, then Enter: what is no move is refused.
    for (let count = 0; count < 500 && !(await isOver(page)); count++) {
      for (let steps = Math.floor(Math.random() * 4); steps >= 0; steps--) {
        await page.keyboard.press(['ArrowRight', 'ArrowDown', 'ArrowLeft', 'ArrowUp'][Math.floor(Math.random() * 4)]);
      }
      await page.keyboard.press('Enter');
      if (count % 8 === 7) await settle();
    }
    await until(() => isOver(page), 'an end');
    assert.deepEqual(faults, []);
    await context.close();
  });

  test(`${game}: a move by keys, taken back, analysed`, { skip }, async () => {
    const { page, faults, context } = await show(game, start);
    await choose(page, 'white', '0');
    await page.focus('.board [tabindex="0"]');
    for (let tries = 0; tries < 12 && !/moves=/.test(await page.evaluate(() => location.hash)); tries++) {
      await page.keyboard.press(['ArrowRight', 'ArrowDown', 'ArrowRight', 'ArrowUp'][tries % 4]);
      await page.keyboard.press('Enter');
      await page.waitForTimeout(80);
    }
    assert.match(await page.evaluate(() => location.hash), /moves=play/);
    await page.keyboard.press('u');
    await until(async () => /at=0/.test(await page.evaluate(() => location.hash)), 'the move is taken back');
    await page.getByLabel(/Analysis/).check();
    await page.waitForSelector('.candidates li');
    const name = (await page.locator('.candidates b').first().textContent()) ?? '';
    await page.locator('.candidates .quiet').first().click();
    await until(async () => (await page.locator('.reasons').textContent())?.includes(name), 'what the best move leads to');
    // The question has stopped the analysis, which begins again.
    await page.waitForTimeout(200);
    await page.locator('.candidates:not([aria-busy=true]) button').first().click();
    await until(async () => /at=1/.test(await page.evaluate(() => location.hash)), 'the best move is played');
    assert.deepEqual(faults, []);
    await context.close();
  });
}

for (const [game, start] of Object.entries(PUZZLES)) {
  test(`${game}: solved by clicks`, { skip }, async () => {
    const { page, faults, context } = await show(game, start);
    const [, , reply] = ask(`game ${game}`, `position ${start}`, 'solve');
    if (game === 'hitori') {
      const rows = reply.split('solution ')[1].split('/');
      for (const [r, row] of rows.entries()) {
        for (const [c, mark] of [...row.trim()].entries()) if (mark === 'x') await page.locator(`.board [data-at="${r},${c}"]`).click();
      }
    } else if (game === 'hashi') {
      for (const bridge of reply.split('solution ')[1].trim().split(' ')) {
        const [channel, number] = bridge.split(':');
        for (let count = 0; count < Number(number); count++) {
          await page.locator(`.board [data-at="${channel}"]`).focus();
          await page.keyboard.press('Enter');
          await page.waitForTimeout(60);
        }
      }
    } else {
      const path = /path=(\S+)/.exec(reply)?.[1].split(',') ?? [];
      const key = { N: 'ArrowUp', E: 'ArrowRight', S: 'ArrowDown', W: 'ArrowLeft' };
      await page.focus('.board [tabindex="0"]');
      for (const move of path) {
        await page.keyboard.press(move[0].toLowerCase());
        await page.waitForTimeout(60);
        await page.keyboard.press(key[/** @type {'N'} */ (move[1])]);
        await page.waitForTimeout(60);
      }
    }
    await until(async () => /Solved/.test(await status(page)), 'the puzzle is solved');
    assert.deepEqual(faults, []);
    await context.close();
  });

  test(`${game}: hints to the end, and a new puzzle`, { skip }, async () => {
    const { page, faults, context } = await show(game, start);
    const hint = page.getByRole('button', { name: 'Hint', exact: true });
    if (game === 'ricochet') {
      for (let count = 0; count < 4; count++) await hint.click();
      await until(async () => /last move/.test((await page.textContent('.answer')) ?? ''), 'the last hint');
      await page.getByRole('button', { name: 'Solution' }).click();
      await page.locator('.answer button', { hasText: '▶' }).first().click();
    } else {
      for (let count = 0; count < 200 && !/Solved/.test(await status(page)); count++) {
        await hint.click();
        await page.waitForTimeout(25);
      }
    }
    await until(async () => /Solved/.test(await status(page)), 'the hints solve it');
    await page.getByRole('button', { name: 'New board' }).click();
    await page.getByRole('button', { name: 'Begin' }).click();
    await until(async () => /progress|moves: 0$/.test(await status(page)), 'a new puzzle', 60);
    assert.deepEqual(faults, []);
    await context.close();
  });
}

for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
  test(`axe-core finds nothing: ${colorScheme}`, { skip }, async () => {
    for (const [game, start] of Object.entries({ ...TURN, ...PUZZLES })) {
      const { page, context } = await show(game, start, { colorScheme, bypassCSP: true, viewport: { width: 1200, height: 1000 } });
      await page.evaluate(axe);
      const found = await page.evaluate(async () => {
        const { violations } = await /** @type {any} */ (window).axe.run(document, { resultTypes: ['violations'] });
        return violations.map((/** @type {any} */ rule) => `${rule.id}: ${rule.nodes.slice(0, 3).map((/** @type {any} */ node) => node.html.slice(0, 150)).join(' | ')}`);
      });
      assert.deepEqual(found, [], game);
      await context.close();
    }
  });
}

test('a narrow screen has no scroll bar at the side, and French has all words', { skip }, async () => {
  for (const [game, start] of Object.entries({ ...TURN, ...PUZZLES })) {
    const { page, context, faults } = await show(game, start, { viewport: { width: 320, height: 640 }, locale: 'fr-FR', hasTouch: true });
    assert(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), game);
    assert.equal(await page.evaluate(() => document.documentElement.lang), 'fr');
    assert.deepEqual(faults, []);
    await context.close();
  }
  const keys = async (/** @type {string} */ path) => {
    const words = JSON.parse(readFileSync(new URL(`../../src/${path}.json`, import.meta.url), 'utf8'));
    const list = (/** @type {any} */ level, /** @type {string} */ path) => Object.entries(level).flatMap(([key, value]) =>
      typeof value === 'string' ? [`${path}${key}`] : list(value, `${path}${key}.`));
    return list(words, '').sort();
  };
  for (const path of ['serve/page/words/', ...GAMES.map((game) => `games/${game}/words.`)]) assert.deepEqual(await keys(`${path}fr`), await keys(`${path}en`));
});
