/** @file What a hand does beside clicks of the left button: swipes, drags and taps, the other buttons, Stop; and time that survives a reload. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { beginGame, open, setStage, skip, until } from './server.js';
import { PUZZLES, TURN } from './starts.js';

const stage = setStage();

/** @param {string} game @param {string} start @param {object} [options] */
async function show(game, start, options = {}) {
  const context = await stage.browser.newContext({ viewport: { width: 1200, height: 800 }, ...options });
  const opened = await open(context, `${stage.server.address}&${new URLSearchParams({ game, start })}`);
  await until(async () => (await status(opened.page)) !== '', 'the page says something');
  for (const box of await opened.page.locator('select[name=black], select[name=white]').all()) await box.selectOption('0');
  return { context, ...opened };
}

const PHONE = { viewport: { width: 390, height: 760 }, hasTouch: true, isMobile: true };

const status = async (/** @type {*} */ page) => (await page.textContent('.status')) ?? '';
const moves = (/** @type {*} */ page) => page.evaluate(() => new URLSearchParams(location.hash.slice(1)).get('moves') ?? '');
const place = (/** @type {*} */ page, /** @type {string} */ name) => page.locator(`.board [data-at="${name}"]`);
const button = (/** @type {*} */ page, /** @type {string} */ name) => page.getByRole('button', { name, exact: true });

/** The middle of a shape on the screen. @param {*} page @param {string} selector @returns {Promise<[number, number]>} */
async function middle(page, selector) {
  const { x, y, width, height } = await page.locator(selector).boundingBox();
  return [x + width / 2, y + height / 2];
}

/** Draws a finger over the screen. @param {*} page @param {number[]} from @param {number[]} to */
async function swipe(page, [x, y], [toX, toY]) {
  const session = await page.context().newCDPSession(page);
  const touch = (/** @type {string} */ type, /** @type {number[]} */ ...points) => session.send('Input.dispatchTouchEvent', {
    type, touchPoints: points.length ? [{ x: points[0], y: points[1] }] : [],
  });
  await touch('touchStart', x, y);
  for (let step = 1; step <= 8; step++) {
    await touch('touchMove', x + ((toX - x) * step) / 8, y + ((toY - y) * step) / 8);
    await page.waitForTimeout(16);
  }
  await touch('touchEnd');
}

test('a finger moves robots by swipes, and the page stays where it is', { skip }, async () => {
  const { page, faults, settle, context } = await show('ricochet', PUZZLES.ricochet, PHONE);
  for (const [index, [dx, dy, direction]] of /** @type {const} */ ([[0, 90, 'down'], [90, 0, 'right'], [0, -90, 'up'], [-90, 0, 'left']]).entries()) {
    await settle();
    const from = await middle(page, '.board [data-piece=red]');
    await swipe(page, from, [from[0] + dx, from[1] + dy]);
    await until(async () => (await moves(page)).split(';').length === index + 1 && (await moves(page)).endsWith(`red ${direction}`), `red goes ${direction}`);
    await page.waitForTimeout(300);
  }
  assert.equal(await page.evaluate(() => scrollY), 0);
  // Where a robot stood is a mark that covers nothing.
  assert.ok(await page.locator('.board .left').count());
  assert.deepEqual(await page.$$eval('.board .left', (shapes) => shapes.map((shape) => getComputedStyle(shape).fill)), ['none']);
  assert.deepEqual(faults, []);
  await context.close();
});

test('a finger builds bridges by drags, and scrolls the page beside the islands', { skip }, async () => {
  const { page, faults, settle, context } = await show('hashi', PUZZLES.hashi, PHONE);
  const channels = await page.$$eval('.board [data-at*="-"]', (shapes) => shapes.map((shape) => shape.getAttribute('data-at') ?? ''));
  const isRow = (/** @type {string} */ name) => new Set(name.split('-').map((end) => end.split(',')[0])).size === 1;
  for (const name of [channels.find(isRow), channels.find((one) => !isRow(one))]) {
    const [from, to] = String(name).split('-');
    await settle();
    await swipe(page, await middle(page, `.board [data-at="${from}"] circle`), await middle(page, `.board [data-at="${to}"] circle`));
    await until(async () => (await moves(page)).endsWith(`${name}:1`), `a bridge ${name}`);
  }
  assert.equal(await page.evaluate(() => scrollY), 0);
  const { x, y, height } = /** @type {*} */ (await page.locator('.board svg').boundingBox());
  await swipe(page, [x + 4, y + height - 10], [x + 4, y + height - 210]);
  await until(() => page.evaluate(() => scrollY > 0), 'the sea scrolls the page');
  assert.equal(await page.$eval('.board .sea', (sea) => getComputedStyle(sea.closest('.board') ?? sea).touchAction), 'manipulation');
  assert.deepEqual(faults, []);
  await context.close();
});

test('two fingers make no move, and a finger on a robot does not scroll', { skip }, async () => {
  for (const [game, name] of [['hashi', '0,1'], ['graph', 'b']]) {
    const { page, settle, context } = await show(game, { ...PUZZLES, ...TURN }[game], PHONE);
    const [x, y] = await middle(page, `.board [data-at="${name}"]`);
    const session = await page.context().newCDPSession(page);
    const touch = (/** @type {string} */ type, /** @type {number[]} */ ...xs) => session.send('Input.dispatchTouchEvent', { type, touchPoints: xs.map((one, id) => ({ x: one, y, id })) });
    await touch('touchStart', x);
    await touch('touchStart', x, x + 60);
    await touch('touchEnd', x);
    await touch('touchEnd');
    await settle();
    assert.equal(await moves(page), '', game);
    assert.equal(await page.locator('.board [data-lit]').count(), 0, game);
    await context.close();
  }
  const { page, settle, context } = await show('ricochet', PUZZLES.ricochet, { ...PHONE, viewport: { width: 390, height: 400 } });
  // The cell that has the keyboard is above the screen.
  await page.evaluate(() => scrollBy(0, Number(document.querySelector('.board [data-at="20"]')?.getBoundingClientRect().top) - 200));
  const before = await page.evaluate(() => scrollY);
  await page.touchscreen.tap(...(await middle(page, '.board [data-piece=blue]')));
  await settle();
  assert.equal(await page.evaluate(() => scrollY), before);
  assert.equal(await page.locator('.board .piece[data-lit]').count(), 1);
  await context.close();
});

test('a hint on a phone leaves the board in view, and is announced', { skip }, async () => {
  const { page, settle, context } = await show('connect4', '7x6', PHONE);
  await button(page, 'Hint').tap();
  await page.locator('.answer .words').waitFor();
  await settle();
  const { y, height } = /** @type {*} */ (await page.locator('.board svg').boundingBox());
  assert(y >= 0 && y + height <= 760 / 2, `${y} ${height}`);
  assert.equal(await page.textContent('[aria-live=polite]'), await page.textContent('.answer .words'));
  await context.close();
});

test('a tap is a move in every game', { skip }, async () => {
  for (const [game, start] of Object.entries({ ...TURN, hitori: PUZZLES.hitori })) {
    const { page, settle, context } = await show(game, start, PHONE);
    const names = await page.$$eval('.board [data-at]', (shapes) => shapes.map((shape) => shape.getAttribute('data-at') ?? ''));
    for (const name of names) {
      await page.touchscreen.tap(...(await middle(page, `.board [data-at="${name}"]`)));
      await settle();
      if (await moves(page)) break;
    }
    assert.notEqual(await moves(page), '', game);
    await context.close();
  }
});

test('the middle button does nothing, the right one opens no menu over the board', { skip }, async () => {
  const { page, faults, settle, context } = await show('hitori', PUZZLES.hitori);
  await page.evaluate(() => document.addEventListener('contextmenu', (event) => (document.body.dataset.menu = String(!event.defaultPrevented))));
  await place(page, '0,0').click({ button: 'middle' });
  await settle();
  assert.equal(await moves(page), '');
  await place(page, '0,0').click({ button: 'right' });
  await settle();
  assert.match(await moves(page), /0,0/);
  assert.equal(await page.evaluate(() => document.body.dataset.menu), 'false');
  assert.deepEqual(faults, []);
  await context.close();
});

test('a question is stopped by Stop, by Escape and by the next click', { skip }, async () => {
  const { page, faults, settle, context } = await show('hex', '11x11');
  const stop = page.locator('.say button');
  const top = () => page.locator('.seats').boundingBox();
  const asks = async () => {
    const before = await top();
    await button(page, 'Who wins?').click();
    await until(() => stop.isVisible(), 'Stop is there');
    assert.deepEqual(await top(), before);
    await page.waitForTimeout(300);
    assert(await stop.isVisible());
  };
  for (const end of [() => stop.click(), () => page.keyboard.press('Escape')]) {
    await asks();
    await end();
    await until(async () => !(await stop.isVisible()), 'it has ended', 10);
    await settle();
    assert.equal(await page.locator('.answer').isVisible(), false);
  }
  await asks();
  await place(page, 'f6').click();
  await until(() => page.locator('.board [data-at="f6"] .black').isVisible(), 'the move is drawn', 10);
  // Another question takes the place of the first.
  await asks();
  await button(page, 'Where to play').click();
  await until(() => page.locator('.answer').isVisible(), 'the second answers', 12);
  assert.match((await page.textContent('.answer h2')) ?? '', /Where to play/);
  assert.deepEqual(faults, []);
  await context.close();
});

test('a question ends by itself, and a puzzle stops, too', { skip, timeout: 120000 }, async () => {
  const { page, faults, context } = await show('hex', '11x11');
  await button(page, 'Who wins?').click();
  await until(() => page.locator('.answer').isVisible(), 'an answer', 40);
  assert.deepEqual(faults, []);
  await context.close();
  // An overlay is drawn in time, whatever it shows.
  const dots = await show('dots', `5x5 ${'0'.repeat(60)} b 0 0`);
  await dots.page.locator('select[name=overlay]').selectOption('values');
  await dots.page.locator('.board [data-at="h0,0"]').click();
  await until(async () => Boolean(await moves(dots.page)), 'a move beside it', 6);
  await dots.context.close();
  // A line of the protocol has no limit of the page, but it stops.
  const puzzle = await show('hitori', `8x8:${Array.from({ length: 8 }, (_, n) => '1234567812345678'.slice(n, n + 8)).join('')}`);
  await puzzle.page.locator('.protocol summary').click();
  for (const stop of [() => puzzle.page.keyboard.press('Escape'), () => place(puzzle.page, '0,0').click()]) {
    await puzzle.page.fill('.protocol input', 'count 1000000000');
    await puzzle.page.keyboard.press('Enter');
    await until(() => button(puzzle.page, 'Stop').isVisible(), 'Stop is there');
    await puzzle.page.waitForTimeout(300);
    assert(await button(puzzle.page, 'Stop').isVisible());
    await puzzle.page.locator('.board [tabindex="0"]').focus();
    await stop();
    await until(async () => !(await button(puzzle.page, 'Stop').isVisible()), 'it has ended', 10);
  }
  await until(() => place(puzzle.page, '0,0').locator('.black').isVisible(), 'the click is a move', 10);
  assert.deepEqual(puzzle.faults, []);
  await puzzle.context.close();
});

test('the timer of a puzzle and the clocks of a game survive a reload; a flag that falls is told', { skip }, async () => {
  const puzzle = await show('hitori', PUZZLES.hitori);
  const seconds = async () => {
    const [minutes, rest] = ((await puzzle.page.textContent('.time')) ?? '').split(':');
    return Number(minutes) * 60 + Number(rest);
  };
  await until(async () => (await seconds()) >= 3, 'the timer runs');
  await puzzle.page.reload();
  await puzzle.page.waitForSelector('.board svg');
  await until(async () => (await seconds()) >= 3, 'the timer goes on', 2);
  assert(await seconds() < 60);
  await puzzle.context.close();

  const { page, faults, settle, context } = await show('hex', '5x5');
  await page.clock.install();
  await beginGame(page, { clock: '3', increment: '10' });
  await settle();
  await place(page, 'c3').click();
  await settle();
  await page.clock.fastForward(60000);
  const left = async () => (((await page.textContent('.clock')) ?? '').match(/\d+:\d+/g) ?? []).map((text) => Number(text.split(':')[0]) * 60 + Number(text.split(':')[1]));
  await until(async () => (await left())[1] <= 120, 'a minute has gone');
  await page.reload();
  await page.waitForSelector('.board .black');
  await until(async () => (await left()).length === 2, 'the clocks are there');
  const [black, white] = await left();
  assert(black > 180 && black <= 190, `black has ${black}: ten seconds more for the move`);
  assert(white > 90 && white <= 120, `white has ${white}`);
  await page.clock.fastForward(200000);
  await until(async () => /Black wins: the time/.test(await status(page)), 'the end is told');
  await until(() => /resign/.test(page.url()), 'the end is kept');
  await page.reload();
  await until(async () => /Black wins: the time/.test(await status(page)), 'it is told again');
  assert.deepEqual(faults, []);
  await context.close();
});

test('Hex: closed connections leave the clicks alone, swaps are told, and a line of play is readable', { skip }, async () => {
  const { page, faults, settle, context } = await show('hex', '7x7');
  await button(page, 'Connections').click();
  await button(page, 'Close').click();
  await place(page, 'd4').click();
  await page.waitForSelector('.board [data-at="d4"] .black');
  await page.getByLabel(/Analysis/).check();
  await page.waitForSelector('.candidates li');
  await page.locator('.candidates button').first().hover();
  // In one step: the analysis draws them anew, and for a moment there are none.
  const readLooks = () => page.evaluate(() => [...document.querySelectorAll('.ghost')].map((ghost) => {
    const [disc, text] = ['circle', 'text'].map((tag) => getComputedStyle(/** @type {Element} */ (ghost.querySelector(tag))));
    return `${ghost.getAttribute('class')} ${disc.fill} ${text.fill} ${text.stroke}`;
  }));
  /** @type {string[]} */
  let looks = [];
  await until(async () => (looks = await readLooks()).length, 'a line of play');
  assert(looks.includes('ghost white rgb(181, 72, 47) rgb(255, 255, 255) none'), looks.join('; '));
  if (looks.length > 1) assert(looks.some((look) => /^ghost black rgb\(34, 40, 44\) rgb\(255, 255, 255\) none$/.test(look)), looks.join('; '));
  await page.getByLabel(/Analysis/).uncheck();
  await beginGame(page, { size: '7', swap: 'pieces' });
  await settle();
  await place(page, 'd4').click();
  await until(async () => /Red to move \(or swap/.test(await status(page)), 'the swap is offered');
  await place(page, 'd4').click();
  await until(async () => /Black to move \(Red has swapped\)/.test(await status(page)), 'the swap is told');
  assert.deepEqual(faults, []);
  await context.close();
});

test('a column that was tapped looks like the others', { skip }, async () => {
  const { page, faults, settle, context } = await show('connect4', '7x6', PHONE);
  await place(page, '4').tap();
  await settle();
  // Browsers leave the pointer where a finger has been.
  await place(page, '4').hover();
  const colors = await page.locator('.board .free').evaluateAll((cells) => [...new Set(cells.map((cell) => getComputedStyle(cell).fill))]);
  assert.equal(colors.length, 1, colors.join());
  assert.deepEqual(faults, []);
  await context.close();
});
