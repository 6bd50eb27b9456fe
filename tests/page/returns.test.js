/** @file A user who comes back: after a reload, in a second tab, with a storage that is damaged, to a game whose time is over. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clickAll, open, setStage, showOn, skip, until } from './server.js';
import { GAMES, TURN } from './starts.js';

const stage = setStage();

const click = (/** @type {*} */ page, /** @type {string} */ name) => page.locator(`.board [data-at="${name}"]`).click();
const text = async (/** @type {*} */ page, /** @type {string} */ part) => (await page.textContent(part)) ?? '';
const movesOf = (/** @type {*} */ page) => page.locator('.tree .move').allTextContents();
const made = (/** @type {*} */ page) => until(async () => /rating/.test(await text(page, '.tasks .task')), 'the puzzle', 90);

/** A record that is kept with these moves of Black and White in turn. @param {string} start @param {string[]} moves @param {Object<string, *>} [more] */
function recordOf(start, moves, more = {}) {
  let [tree, color] = [/** @type {any[]} */ ([]), moves.length % 2 ? 'black' : 'white'];
  for (const name of moves.toReversed()) {
    tree = [[`play ${color[0]} ${name}`, name, color, tree]];
    color = color === 'black' ? 'white' : 'black';
  }
  return { start, setup: [], tree, at: moves.map(() => 0), ...more };
}

const START_OF_ROBOTS = '16x16:9391511111391113840290002C000042838000000100003A80000068000000028000001000680006C000000000104003902C0004400290028001002FF80000028000002FF80000028002C04110000006C00012906800040390000004100029028400000380000002838000002C000042800680000100003AC4456C444446C446 red=108 green=146 blue=198 yellow=178 target=red@238';
const PEOPLE = { black: 0, white: 0 };

test('a step back after a loss on time gives no time back, and resigns no second time', { skip }, () =>
  showOn(stage, { game: 'hex' }, async ({ page, settle }) => {
    await until(async () => /other side is over/.test(await text(page, '.status')), 'the time is over');
    await settle();
    assert.deepEqual(await movesOf(page), ['1. c3', '2. resigning']);
    await clickAll(page, '‹');
    await page.waitForTimeout(1500);
    await settle();
    assert.deepEqual(await movesOf(page), ['1. c3', '2. resigning']);
    assert.match(await text(page, '.status'), /Red to move/);
  }, { 'ludion.turn.hex': PEOPLE, 'ludion.record.hex': recordOf('5x5', ['c3'], { clock: [60, 0.2, 0] }) }));

test('a move that is taken back and made again earns no time again, and resigning none', { skip }, () =>
  showOn(stage, { game: 'hex' }, async ({ page, settle }) => {
    const white = async () => {
      const [minutes, seconds] = ((await text(page, '.clock')).match(/\d+:\d+/g) ?? [])[1].split(':');
      return 60 * Number(minutes) + Number(seconds);
    };
    await click(page, 'b2');
    await settle();
    await until(async () => (await white()) > 60, 'the increment');
    await clickAll(page, 'Take back');
    await settle();
    await click(page, 'd4');
    await settle();
    await page.reload();
    await page.waitForSelector('.board svg');
    await clickAll(page, 'Take back');
    await settle();
    await click(page, 'b2');
    await settle();
    await page.waitForTimeout(600);
    assert.ok(await white() <= 90, 'one increment');
    await clickAll(page, 'Take back');
    await clickAll(page, 'Resign');
    await settle();
    await page.waitForTimeout(600);
    assert.ok(await white() <= 90, 'none for resigning');
  }, { 'ludion.turn.hex': PEOPLE, 'ludion.record.hex': recordOf('5x5', ['c3'], { clock: [60, 60, 30] }) }));

test('who looks at an earlier move spends the own time, and loses where the game stands', { skip }, () =>
  showOn(stage, { game: 'hex' }, async ({ page, settle }) => {
    await clickAll(page, '‹');
    await until(async () => /Red to move/.test(await text(page, '.status')), 'a step back');
    await until(async () => /Red wins: the time/.test(await text(page, '.status')), 'the time is over');
    await settle();
    assert.deepEqual(await movesOf(page), ['1. c3', '2. b2', '3. resigning']);
  }, { 'ludion.turn.hex': { black: 0, white: 5 }, 'ludion.record.hex': recordOf('5x5', ['c3', 'b2'], { clock: [3, 0.2, 0] }) }));

test('a dialog that opens while a move is drawn does not hide that the engine thinks', { skip }, () =>
  showOn(stage, { game: 'hex', start: '9x9' }, async ({ page }) => {
    await click(page, 'e5');
    await until(async () => /thinking/.test(await text(page, '.status')), 'the engine thinks');
    await page.evaluate(() => /** @type {HTMLElement} */ (document.querySelector('.move[aria-current]')).click());
    await clickAll(page, 'Position as text…');
    await page.locator('dialog').getByRole('button', { name: 'Cancel' }).click();
    await page.waitForTimeout(500);
    assert.match(await text(page, '.status'), /thinking/);
  }, { 'ludion.turn.hex': { black: 0, white: 10, seconds: 20 } }));

test('what leads nowhere else lets the engine think on', { skip }, () =>
  showOn(stage, { game: 'hex', start: '9x9' }, async ({ page }) => {
    await click(page, 'e5');
    const menu = async (/** @type {string} */ item) => {
      await page.locator('.menu summary').click();
      await clickAll(page, item);
      await page.locator('dialog').getByRole('button', { name: 'Cancel' }).click();
    };
    await page.locator('.protocol summary').click();
    for (const act of [() => page.keyboard.press('End'), () => page.locator('.move[aria-current]').click(), () => menu('Position as text…'), () => menu('Settings…'),
      () => page.locator('.protocol input').fill('version').then(() => page.keyboard.press('Enter'))]) {
      await until(async () => /thinking/.test(await text(page, '.status')), `the engine thinks: ${act}`);
      await act();
    }
    await until(async () => (await movesOf(page)).length === 2, 'the engine has played');
    // What it has thought of before it need not think of again.
    await clickAll(page, 'Take back');
    await clickAll(page, '»');
    await clickAll(page, '‹');
    await page.waitForTimeout(500);
    assert.match(await text(page, '.status'), /Red to move/);
  }, { 'ludion.turn.hex': { black: 0, white: 10, seconds: 20 } }));

test('after a swap of the sides the players have changed places, wherever one looks', { skip }, () =>
  showOn(stage, { game: 'hex', start: '5x5', setup: 'param swap sides' }, async ({ page, settle, again }) => {
    const seats = () => page.$$eval('.seats select', (boxes) => boxes.map((box) => /** @type {HTMLSelectElement} */ (box).value).join());
    await click(page, 'c3');
    await until(async () => /^Red: your move \(Red has swapped\)/.test(await text(page, '.status')), 'the engine swaps');
    assert.equal(await seats(), '3,0');
    await click(page, 'b2');
    await until(async () => (await movesOf(page)).length === 4, 'the engine plays Black');
    await settle();
    await again();
    assert.equal(await seats(), '3,0');
    for (const [words, seated] of /** @type {const} */ ([[/^Red: your move/, '3,0'], [/^Black: your move/, '0,3']])) {
      await clickAll(page, 'Take back');
      await settle();
      assert.match(await text(page, '.status'), words);
      assert.equal(await seats(), seated);
    }
  }, { 'ludion.turn.hex': { black: 0, white: 3, seconds: 1 } }));

/** Values of another kind than those that the page writes. */
const DAMAGES = [7, 'x', true, [null], { lines: 'x', themes: 3, start: 5, black: 'x', white: 99, seconds: -3, isAnalysing: 'x', clock: ['x'] }];
const KEYS = ['games', 'looks', 'language', 'alone', 'showsErrors', 'solved', ...['task', 'lesson', 'learnt', 'turn', 'new', 'difficulty', 'form', 'record'].flatMap((key) =>
  GAMES.map((game) => `${key}.${game}`))];

for (const [number, damage] of DAMAGES.entries()) {
  test(`a damaged storage does no harm (${number})`, { skip }, async () => {
    const kept = Object.fromEntries(KEYS.map((key) => [`ludion.${key}`, damage]));
    for (const game of ['hex', 'nim', 'hitori', 'ricochet']) {
      await showOn(stage, { game }, async ({ page, settle }) => {
        assert.notEqual(await text(page, '.status'), '');
        assert.match(await text(page, '.lessons summary'), /^Lessons$/);
        await clickAll(page, 'New puzzle');
        await made(page);
        await settle();
        if (game in TURN) assert.equal(await page.locator('select[name=white]').inputValue(), '0');
      }, kept);
    }
  });
}

test('two tabs keep their own puzzle and lesson of one game', { skip }, () =>
  showOn(stage, { game: 'nim' }, async ({ page, settle, again, context }) => {
    const other = await open(context, `${stage.server.address}&game=nim`);
    const tabs = [page, other.page];
    const titles = [];
    for (const tab of tabs) {
      await tab.locator('.lessons summary').click();
      await tab.locator('select[name=lesson]').selectOption(String(tabs.indexOf(tab) + 1));
      await until(async () => /\d\./.test(await text(tab, '.lessons h2')), 'the lesson');
      titles.push(await text(tab, '.lessons h2'));
    }
    await settle();
    await again();
    assert.equal(await text(page, '.lessons h2'), titles[0]);
    assert.notEqual(titles[0], titles[1]);
    const tasks = [];
    for (const tab of tabs) {
      await clickAll(tab, 'New puzzle');
      await made(tab);
      tasks.push(await text(tab, '.tasks .task'));
    }
    await settle();
    await again();
    assert.ok(await page.locator('.tasks.active').count());
    assert.equal(await text(page, '.tasks .task'), tasks[0]);
  }));

test('no swap is offered where a setting is changed and no rule of swaps is chosen', { skip }, () =>
  showOn(stage, { game: 'hex' }, async ({ page, settle }) => {
    assert.doesNotMatch(await text(page, '.status'), /swap/);
    await click(page, 'c3');
    await settle();
    assert.deepEqual(await movesOf(page), ['1. c3']);
    await page.locator('.protocol summary').click();
    await page.locator('.protocol input').fill('play W A1');
    await page.locator('.protocol input').press('Enter');
    await until(async () => (await movesOf(page)).length === 2, 'the move that was typed');
    assert.equal(await page.locator('.board [data-at=a1] .white').count(), 1);
    // A new game has the settings of the one before, as the engine has them.
    await clickAll(page, 'New game');
    await page.locator('dialog .primary').click();
    await settle();
    assert.match(decodeURIComponent(await page.evaluate(() => location.hash)), /setup=param[+]resign[+]0;param[+]swap[+]none/);
  }, { 'ludion.turn.hex': PEOPLE, 'ludion.record.hex': recordOf('5x5', ['c3'], { setup: ['param resign 0'] }) }));

test('robots are hinted at in the words of the page, in both languages', { skip }, async () => {
  const words = { en: ['Length: 4-5 (easy)', 'Robots that move: 2', 'They are: red, yellow', 'The last move: red →'],
    fr: ['Longueur\u00a0: 4-5 (facile)', 'Robots qui bougent\u00a0: 2', 'Ce sont\u00a0: rouge, jaune', 'Le dernier coup\u00a0: rouge →'] };
  for (const [language, hints] of Object.entries(words)) {
    await showOn(stage, { game: 'ricochet', start: START_OF_ROBOTS }, async ({ page, settle }) => {
      for (const hint of hints) {
        await clickAll(page, language === 'en' ? 'Hint' : 'Indice');
        await settle();
        assert.equal(await text(page, '.answer .words'), hint);
      }
    }, { 'ludion.language': language });
  }
});

test('a solved board of robots is solved after a reload, and nothing is left to show', { skip }, () =>
  showOn(stage, { game: 'ricochet', start: START_OF_ROBOTS }, async ({ page, settle, again }) => {
    await clickAll(page, 'Solution');
    await page.locator('.answer button', { hasText: '▶' }).first().click();
    const isSolved = async () => /^Solved; moves: /.test(await text(page, '.status'));
    await until(isSolved, 'it is solved');
    await settle();
    await again();
    await until(isSolved, 'it is still solved');
    await page.waitForTimeout(700);
    const time = await text(page, '.time');
    await page.waitForTimeout(1500);
    assert.equal(await text(page, '.time'), time);
    await clickAll(page, 'Undo');
    await settle();
    assert(!(await isSolved()));
    await clickAll(page, 'Redo');
    await until(isSolved, 'it is solved again');
    await clickAll(page, 'Solution');
    await page.locator('.answer:visible').waitFor();
    await settle();
    assert.equal(await page.locator('.answer button', { hasText: '▶' }).count(), 0);
  }));

test('a reload while a position is edited finds the game before', { skip }, () =>
  showOn(stage, { game: 'hex', start: '5x5' }, async ({ page, settle, again }) => {
    await click(page, 'c3');
    await settle();
    const before = await page.evaluate(() => location.hash);
    await page.getByText('More', { exact: true }).click();
    await page.getByRole('button', { name: 'Edit the position', exact: true }).click();
    await settle();
    await click(page, 'a1');
    await settle();
    assert.equal(await page.locator('.board [data-at=a1] .black').count(), 1);
    await again();
    assert.equal(await page.evaluate(() => location.hash), before);
    assert.deepEqual(await movesOf(page), ['1. c3']);
  }, { 'ludion.turn.hex': PEOPLE }));

test('an address with a place before the first move begins there', { skip }, () =>
  showOn(stage, { game: 'nim', start: '3 5 7 b', moves: 'play b 1-1', at: '-3' }, async ({ page }) => {
    assert.deepEqual(await movesOf(page), ['1. 1-1']);
    assert.match(await text(page, '.status'), /First player to move/);
  }, { 'ludion.turn.nim': PEOPLE }));

test('the next target of a round closes the solutions of the one before', { skip }, () =>
  showOn(stage, { game: 'ricochet', start: START_OF_ROBOTS }, async ({ page, settle }) => {
    await clickAll(page, 'Solution');
    await until(async () => /fewest moves/.test(await text(page, '.answer')), 'solutions', 60);
    await clickAll(page, 'Next target');
    await settle();
    assert.ok(!(await page.locator('.answer').isVisible()));
  }));
