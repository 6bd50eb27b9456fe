/** @file A game of each kind in Firefox: stones by clicks, matches, bridges by drags, cells, robots by keys. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { browse, skip as isMissing } from './firefox.js';
import { ask, serve, skip as hasNoProgram, until } from './server.js';
import { TURN } from './starts.js';

const skip = isMissing || (hasNoProgram && !String(hasNoProgram).includes('Chromium') ? hasNoProgram : false);

/** @type {Awaited<ReturnType<typeof serve>>} */
let server;
/** @type {Awaited<ReturnType<typeof browse>>} */
let page;

before(async () => {
  if (!skip) [server, page] = await Promise.all([serve(), browse(1200, 900)]);
});
after(async () => {
  await page?.end();
  await server?.end();
});

const status = () => page.evaluate("document.querySelector('.status')?.textContent ?? ''");
const hash = () => page.evaluate('location.hash');
const shape = (/** @type {string} */ name) => `.board [data-at="${name}"]`;

/** @param {string} game @param {string} start */
async function show(game, start) {
  page.faults.length = 0;
  await page.open('about:blank');
  await page.open(`${server.address}&${new URLSearchParams({ game, start })}`);
  await until(async () => /move|progress|moves/.test(await status()) && (await page.evaluate('Boolean(document.querySelector(".board svg"))')), 'the page says something');
}

for (const [game, start] of Object.entries(TURN)) {
  test(`Firefox: ${game} by clicks against the engine`, { skip }, async () => {
    await show(game, start);
    await page.evaluate("(() => { const seat = document.querySelector('select[name=white]'); seat.value = '1'; seat.dispatchEvent(new Event('change')); })()");
    const isOver = async () => /wins|draw/.test(await status());
    for (let count = 0; count < 40 && !(await isOver()); count++) {
      await until(async () => /your move|wins|draw/.test(await status()), 'the turn of the person');
      if (await isOver()) break;
      const before = await hash();
      const names = await page.evaluate("[...document.querySelectorAll('.board [data-at]')].map((one) => one.dataset.at)");
      for (const name of names.sort(() => Math.random() - 0.5)) {
        // Of shapes that lie upon each other the upper one is meant.
        await page.click(shape(name));
        await page.evaluate('new Promise((resolve) => setTimeout(resolve, 60))');
        if ((await hash()) !== before) break;
      }
    }
    assert(await isOver(), await status());
    assert.deepEqual(page.faults, []);
  });
}

test('Firefox: islands joined by drags, and the hint', { skip }, async () => {
  const start = '7x7m2:a1d24a4a3h2r2b3a4c3';
  await show('hashi', start);
  const solution = ask('game hashi', `position ${start}`, 'solve')[2].split('solution ')[1].trim();
  for (const bridge of solution.split(' ')) {
    const [channel, number] = bridge.split(':');
    const ends = await Promise.all(channel.split('-').map((name) => page.middle(`${shape(name)} circle`)));
    for (let count = 1; count <= Number(number); count++) {
      await page.press(...ends);
      await until(async () => (await page.evaluate(`document.querySelectorAll('${shape(channel)} .bridge').length`)) === count, `${channel} has ${count}`);
    }
  }
  await until(async () => /Solved/.test(await status()), 'it is solved');
  assert.deepEqual(page.faults, []);
});

test('Firefox: cells blacked out, and undone', { skip }, async () => {
  const start = '5x5:5231521244514411523432112';
  await show('hitori', start);
  const rows = ask('game hitori', `position ${start}`, 'solve')[2].split('solution ')[1].split('/');
  for (const [r, row] of rows.entries()) {
    for (const [c, mark] of [...row.trim()].entries()) {
      if (mark !== 'x') continue;
      await page.click(shape(`${r},${c}`));
      await until(() => page.evaluate(`Boolean(document.querySelector('${shape(`${r},${c}`)} .black'))`), 'a black cell');
    }
  }
  await until(async () => /Solved/.test(await status()), 'it is solved');
  await page.key('u');
  await until(async () => /progress/.test(await status()), 'a step back');
  assert.deepEqual(page.faults, []);
});

test('Firefox: robots by keys and by swipes', { skip }, async () => {
  await show('ricochet', '5x5:9111380002800028000244446 red=0 green=4 blue=20 yellow=24 target=red@20');
  const robot = await page.middle('.board [data-piece=blue]');
  await page.press(robot, { x: robot.x + 120, y: robot.y });
  await until(async () => /1 move$/.test(await status()), 'a swipe');
  await page.evaluate("document.querySelector('.board [tabindex=\"0\"]').focus()");
  await page.key('r');
  await page.key('\uE015');
  await until(async () => /Solved/.test(await status()), 'it is solved');
  assert.deepEqual(page.faults, []);
});
