/** @file Why: in every game the button shows an explanation as steps, and the marks on the board are those that the engine names. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ask, open, setStage, skip, until } from './server.js';
import { PUZZLES, TURN } from './starts.js';

const stage = setStage();

/** Positions with something to say. @type {Object<string, string>} */
const OWN = { hex: '4x4 b:b2 w:c3', connect4: '4x4 1123', tictactoe: '3 3 3 xo./.xo/...', dots: '2x2 110010110010 b 0 0', hitori: '5x5:5231521244514411523432112 play=b1,0' };
/** A move of each game, and where it is pointed at. @type {Object<string, [string, string]>} */
const MOVES = { hex: ['a1', 'a1'], connect4: ['3', '3'], tictactoe: ['a3', 'a3'], hitori: ['b0,0', '0,0'] };

/** @param {string} game @param {string} start */
async function show(game, start) {
  const context = await stage.browser.newContext({ viewport: { width: 1200, height: 900 } });
  const opened = await open(context, `${stage.server.address}&${new URLSearchParams({ game, start })}`);
  await until(async () => (await opened.page.textContent('.status')) !== '', 'the page says something');
  for (const box of await opened.page.locator('select[name=black], select[name=white]').all()) await box.selectOption('0');
  await opened.settle();
  return { context, ...opened };
}

/** The marks of a sentence that have a place on the board. @param {*} page @param {string} line */
const expected = (page, line) => page.evaluate((/** @type {string} */ text) => {
  const names = text.split(' | ').slice(1).flatMap((mark) => mark.split(' ').slice(mark.startsWith('label ') ? 2 : 1));
  const drawn = [...document.querySelectorAll('.why [data-mark]')].map((mark) => mark.getAttribute('data-mark'));
  // A row of a column has no place of its own.
  const isThere = (/** @type {string} */ name) => document.querySelector(`.board [data-at="${name.replace(/\.\d+$/, '')}"], .board [data-at="${name}"]`) || drawn.includes(name);
  return names.filter(isThere).sort();
}, line);
const drawn = (/** @type {*} */ page) => page.$$eval('.why [data-mark]', (/** @type {Element[]} */ marks) => marks.map((mark) => mark.getAttribute('data-mark')).sort());
const current = (/** @type {*} */ page) => page.$$eval('.reasons button', (/** @type {Element[]} */ items) => items.findIndex((item) => item.hasAttribute('aria-current')));

for (const [game, usual] of Object.entries({ ...TURN, ...PUZZLES })) {
  test(`${game}: the position is explained step by step`, { skip }, async () => {
    const start = OWN[game] ?? usual;
    const { page, faults, settle, context } = await show(game, start);
    await page.getByRole('button', { name: 'Why?', exact: true }).click();
    await page.waitForSelector('.reasons');
    await settle();
    const reply = ask(`game ${game}`, 'param max_time 2', `position ${start}`, 'explain marks').at(-1) ?? '';
    const lines = reply.split('\n');
    assert.equal(await page.locator('.reasons button').count(), lines.length);
    let marks = 0;
    for (const [index, line] of lines.entries()) {
      assert.equal(await current(page), index);
      if (line.includes(' | ')) {
        const names = await expected(page, line);
        assert.deepEqual([...new Set(await drawn(page))], [...new Set(names)], line);
        marks += names.length;
      } else if (game === 'connect4') {
        // A number alone is none of its columns.
        assert.deepEqual(await drawn(page), [], line);
      }
      await page.keyboard.press('ArrowDown');
    }
    assert.ok(marks > 0, reply);
    // The last step stays, Home goes back.
    await page.keyboard.press('Home');
    assert.equal(await current(page), 0);
    await page.locator('.answer').getByRole('button', { name: 'Close', exact: true }).click();
    assert.deepEqual(await drawn(page), []);
    assert.deepEqual(faults, []);
    await context.close();
  });
}

for (const [game, [move, at]] of Object.entries(MOVES)) {
  test(`${game}: a move that is pointed at is explained, and not made`, { skip }, async () => {
    const { page, faults, settle, context } = await show(game, OWN[game]);
    const before = await page.$eval('.board svg', (svg) => svg.textContent);
    await page.getByRole('button', { name: 'Why this move?', exact: true }).click();
    await page.locator(`.board [data-at="${at}"]`).first().click();
    await page.waitForSelector('.reasons');
    await settle();
    assert.match((await page.textContent('.answer h2')) ?? '', /^Why\? ./);
    const code = (await page.textContent('.answer code')) ?? '';
    const reply = ask(`game ${game}`, 'param max_time 2', `position ${OWN[game]}`, `${code} marks`).at(-1) ?? '';
    assert.match(reply, new RegExp(`^(.* after )?${move}\\b`));
    assert.equal(await page.locator('.reasons button').count(), reply.split('\n').length);
    await page.locator('.answer').getByRole('button', { name: 'Close', exact: true }).click();
    assert.equal(await page.$eval('.board svg', (svg) => svg.textContent), before);
    assert.deepEqual(faults, []);
    await context.close();
  });
}
