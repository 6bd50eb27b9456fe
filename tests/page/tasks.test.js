/** @file Puzzles in every game: made, shown in words, judged by proof, counted, exported and imported. */

import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { ask, open, setStage, skip, until } from './server.js';
import { GAMES, TURN } from './starts.js';

const stage = setStage();

/** @param {string} game @param {Object<string, *>} [kept] what the browser keeps */
async function show(game, kept = {}) {
  const context = await stage.browser.newContext({ viewport: { width: 1200, height: 900 }, acceptDownloads: true });
  await context.addInitScript((values) => {
    for (const [key, value] of Object.entries(values)) if (localStorage.getItem(key) == null) localStorage.setItem(key, JSON.stringify(value));
  }, kept);
  const opened = await open(context, `${stage.server.address}&game=${game}`);
  await opened.page.locator('.tasks').waitFor();
  await until(async () => ((await opened.page.textContent('.status')) ?? '') !== '' && !(await isBusy(opened.page)), 'the game begins', 60);
  return { context, ...opened };
}

const isBusy = (/** @type {*} */ page) => page.evaluate(() => document.body.classList.contains('busy'));
const button = (/** @type {*} */ page, /** @type {string} */ name) => page.locator('.tasks').getByRole('button', { name, exact: true });
const text = async (/** @type {*} */ page, /** @type {string} */ part) => (await page.textContent(`.tasks ${part}`)) ?? '';
/** What the page keeps of the puzzle. @param {*} page @param {string} game */
const taskOf = (page, game) => page.evaluate((/** @type {string} */ name) => JSON.parse(localStorage.getItem(`ludion.task.${name}`) ?? 'null'), game);
const solvedOf = (/** @type {*} */ page) => page.evaluate(() => JSON.parse(localStorage.getItem('ludion.solved') ?? '[]'));

/** Asks for a new puzzle and waits for it. @param {*} page @param {string} game @param {string} [name] */
async function make(page, game, name = 'New puzzle') {
  const before = (await taskOf(page, game))?.seed;
  await button(page, name).click();
  await until(async () => { const task = await taskOf(page, game); return task && task.seed !== before; }, 'a puzzle', 90);
  await until(async () => /rating/.test(await text(page, '.task')), 'its task');
  return taskOf(page, game);
}

/** The values of the moves where a puzzle stands, as an engine on a pipe has them. @param {string} game @param {*} task */
function movesOf(game, task) {
  const position = ask(`game ${game}`, `puzzle ${task.difficulty} seed=${task.seed}`, 'position').at(-1);
  const [color] = task.text.split(' ');
  const [solution, values] = ask(`game ${game}`, `load ${position}`, 'solve', `legal_moves ${color[0]}`).slice(-2);
  const right = /\bmove=(\S+)/.exec(solution)?.[1] ?? '';
  return { right, wrong: values.split(' ').find((move) => move !== right && /^[\w,:+-]+$/.test(move)) ?? '' };
}

/** Makes a move by the line of the protocol: the gestures have tests of their own. @param {*} page @param {string} game @param {string} move @param {*} task */
async function move(page, game, move, task) {
  await type(page, `play ${task.text[0]} ${move}`);
}

const ARROWS = /** @type {Object<string, string>} */ ({ N: 'ArrowUp', E: 'ArrowRight', S: 'ArrowDown', W: 'ArrowLeft' });

/** Does something and waits until the address shows it. @param {*} page @param {() => Promise<void>} act @param {string} what */
async function change(page, act, what) {
  const before = await page.evaluate(() => location.hash);
  await act();
  await until(async () => (await page.evaluate(() => location.hash)) !== before, what);
}

/** Slides a robot by keys: `RN`. @param {*} page @param {string} move */
async function slide(page, move) {
  await page.locator('.board [tabindex="0"]').focus();
  await change(page, async () => {
    await page.keyboard.press(move[0].toLowerCase());
    await page.keyboard.press(ARROWS[move[1]]);
  }, move);
}

/** Types a line of the protocol. @param {*} page @param {string} line */
async function type(page, line) {
  await page.evaluate(() => document.querySelector('.protocol')?.setAttribute('open', ''));
  await page.locator('.protocol input').fill(line);
  await page.locator('.protocol input').press('Enter');
}

for (const game of Object.keys(TURN)) {
  test(`${game}: a puzzle is judged by proof`, { skip, timeout: 200000 }, async () => {
    const { page, faults, context } = await show(game);
    const task = await make(page, game);
    assert.match(await text(page, '.task'), /to move/);
    const { right, wrong } = movesOf(game, task);
    await move(page, game, wrong, task);
    await until(async () => /^No: /.test(await text(page, '.verdict')), `${wrong} is wrong`, 40);
    assert.deepEqual(await solvedOf(page), []);
    // After a reload it is wrong again, and no second try.
    await page.reload();
    await until(async () => /^No: /.test(await text(page, '.verdict')), `${wrong} is still wrong`, 40);
    // A hint leads back by itself, and stays.
    await button(page, 'Hint to the puzzle').click();
    await until(async () => /^\w.*/.test(await text(page, '.verdict')) && !/^No: /.test(await text(page, '.verdict')), 'a hint', 40);
    await until(async () => !(await isBusy(page)), 'the hint is shown');
    await page.waitForTimeout(100);
    assert.notEqual(await text(page, '.verdict'), '');
    const legal = ask(`game ${game}`, `puzzle ${task.difficulty} seed=${task.seed}`, 'position', `legal_moves ${task.text[0]}`).at(-1)?.split(' ') ?? [];
    const { default: module } = await import(`../../src/games/${game}/page.js`);
    const places = new Set(legal.map((name) => module.placeOf?.(name) ?? name));
    // Places, one of which is right: the first hint where the puzzle has no theme.
    if (!/^It is one of/.test(await text(page, '.verdict'))) await button(page, 'Hint to the puzzle').click();
    await until(async () => /^It is one of/.test(await text(page, '.verdict')), 'places', 40);
    const lit = await page.locator('.board [data-lit]').evaluateAll((all) => all.map((one) => one.dataset.at));
    assert.deepEqual(lit.filter((name) => !places.has(name)), []);
    assert.ok(lit.includes(module.placeOf?.(right) ?? right));
    await move(page, game, right, task);
    await until(async () => (await text(page, '.verdict')) === `Right: ${right}, and nothing else.`, `${right} is right`, 40);
    const [entry] = await solvedOf(page);
    assert.deepEqual([entry.game, entry.seed, entry.rating, entry.tries, entry.hints], [game, task.seed, task.rating, 2, (await taskOf(page, game)).hints]);
    // The same answer does not count twice, and a reload keeps the puzzle.
    await page.reload();
    await until(async () => /rating/.test(await text(page, '.task')), 'the task is still there', 40);
    // A click while the record is still being restored is lost.
    await until(async () => {
      // Nor does it matter that the button has gone meanwhile.
      if (await button(page, 'Try again').isVisible()) await button(page, 'Try again').click({ timeout: 1000 }).catch(() => 0);
      return (await text(page, '.verdict')) === 'You have solved this one.';
    }, 'it is known', 40);
    assert.equal((await solvedOf(page)).length, 1);
    // A new one is another one; what is no puzzle has none.
    await button(page, 'New puzzle').click();
    await until(async () => (await taskOf(page, game)).seed !== task.seed, 'the next one', 90);
    assert.deepEqual(faults, []);
    await context.close();
  });
}

for (const game of GAMES.filter((name) => !(name in TURN))) {
  test(`${game}: a puzzle is solved by its moves`, { skip, timeout: 200000 }, async () => {
    const { page, faults, context } = await show(game);
    const task = await make(page, game);
    assert.equal(task.difficulty, 'easy');
    const [solution] = ask(`game ${game}`, `puzzle easy seed=${task.seed}`, 'solve').slice(-1);
    const path = /\bpath=(\S+)/.exec(solution)?.[1].split(',');
    const words = /^solution (.*)$/m.exec(solution)?.[1] ?? '';
    const black = () => words.split('/').flatMap((row, y) => [...row].flatMap((mark, x) => (mark === 'x' ? [`black ${y},${x}`] : [])));
    for (const one of path ?? []) await slide(page, one);
    for (const one of path ? [] : words.includes('/') ? black() : words.split(' ')) await change(page, () => type(page, `play ${one}`), one);
    await until(async () => /^Right: /.test(await text(page, '.verdict')), 'it is right', 40);
    const [entry] = await solvedOf(page);
    assert.deepEqual([entry.game, entry.seed, entry.tries], [game, task.seed, 1]);
    assert.deepEqual(faults, []);
    await context.close();
  });
}

test('a way that is too long is not the answer', { skip, timeout: 100000 }, async () => {
  const game = 'ricochet';
  const { page, context } = await show(game);
  const task = await make(page, game);
  const [solution] = ask(`game ${game}`, `puzzle easy seed=${task.seed}`, 'solve').slice(-1);
  const path = /** @type {RegExpExecArray} */ (/\bpath=(\S+)/.exec(solution))[1].split(',');
  // A first move there and back, of a robot that moves again.
  const [first] = ask(`game ${game}`, `puzzle easy seed=${task.seed}`, 'moves').slice(-1);
  const detours = [...first.matchAll(/^(\w)\w* at=\d+ up=(\S+) right=(\S+) down=(\S+) left=(\S+)$/gm)]
    .flatMap(([, robot, ...ends]) => ends.flatMap((end, at) => (end === '-' ? [] : [robot.toUpperCase() + 'NESW'[at]])));
  const length = (/** @type {string} */ detour) => Number(/\bmoves=(\d+)/.exec(ask(`game ${game}`, `puzzle easy seed=${task.seed}`, `play ${detour}`, 'solve').at(-1) ?? '')?.[1]);
  const detour = /** @type {string} */ (detours.find((one) => length(one) >= path.length));
  const after = /** @type {string} */ (/\bpath=(\S+)/.exec(ask(`game ${game}`, `puzzle easy seed=${task.seed}`, `play ${detour}`, 'solve').at(-1) ?? '')?.[1]);
  for (const one of [detour, ...after.split(',')]) await slide(page, one);
  await until(async () => (await text(page, '.verdict')).endsWith(`but ${path.length} suffice.`), 'it is too long', 40);
  assert.deepEqual(await solvedOf(page), []);
  await context.close();
});

test('hints come in steps and count; those who sat there before sit there again', { skip, timeout: 100000 }, async () => {
  const game = 'tictactoe';
  const { page, faults, context } = await show(game);
  const seat = () => page.locator('select[name=white]').inputValue();
  const before = await seat();
  const task = await make(page, game);
  assert.equal(await seat(), '0');
  const { right } = movesOf(game, task);
  for (const pattern of [/\w/, /^It is one of these \d+\.$/, new RegExp(`^It is ${right}\\.$`)]) {
    await button(page, 'Hint to the puzzle').click();
    await until(async () => pattern.test(await text(page, '.verdict')), String(pattern));
  }
  assert.deepEqual(await page.locator('.board [data-lit]').evaluateAll((all) => all.map((one) => one.dataset.at)), [right]);
  await page.locator(`.board [data-at="${right}"]`).click();
  await until(async () => /^Right/.test(await text(page, '.verdict')), 'it is right');
  assert.equal((await solvedOf(page))[0].hints, 3);
  await page.getByRole('button', { name: 'New game', exact: true }).click();
  await page.getByRole('button', { name: 'Begin', exact: true }).click();
  await until(async () => (await seat()) === before, 'the seats are as before');
  assert.match(await text(page, '.task'), /^Today's puzzle/);
  assert.deepEqual(faults, []);
  await context.close();
});

test('a judgement that a question stops is made when that has its answer, and a stopped one later', { skip, timeout: 100000 }, async () => {
  // A right answer never ends the game at once there.
  const game = 'chomp';
  const { page, faults, context } = await show(game);
  const task = await make(page, game);
  const { right } = movesOf(game, task);
  /** Presses a button as soon as a judgement has begun. @param {string} name */
  const press = (name) => page.evaluate((name) => {
    const verdict = /** @type {HTMLElement} */ (document.querySelector('.tasks .verdict'));
    const watch = new MutationObserver(() => {
      if (!/…$/.test(verdict.textContent ?? '')) return;
      watch.disconnect();
      /** @type {HTMLElement} */ ([...document.querySelectorAll('.panel button')].find((one) => one.textContent === name)).click();
    });
    watch.observe(verdict, { childList: true });
  }, name);
  await press('Stop');
  await move(page, game, right, task);
  await until(async () => (await text(page, '.verdict')) === 'Not judged yet.', 'it is stopped');
  assert.deepEqual(await solvedOf(page), []);
  await press('Why?');
  await page.locator('.panel').getByRole('button', { name: 'Why?', exact: true }).first().click();
  await until(async () => /^Right: /.test(await text(page, '.verdict')), 'it is right');
  assert.equal((await solvedOf(page)).length, 1);
  assert.deepEqual(faults, []);
  await context.close();
});

test('a task names the rules in the words of the page, and a resignation is none of its moves', { skip, timeout: 100000 }, async () => {
  const { page, context } = await show('nim');
  const named = [];
  for (let count = 0; count < 6; count++) {
    await make(page, 'nim');
    named.push(await text(page, '.task'));
  }
  assert.doesNotMatch(named.join(' '), /[a-z]=|misere|octal|\((nim|grundy|wythoff)/);
  await page.getByText('More', { exact: true }).click();
  await page.getByRole('button', { name: 'Resign', exact: true }).click();
  await until(async () => (await text(page, '.verdict')) === 'No: resigning is wrong.', 'the verdict', 40);
  await context.close();
});

test('today\'s puzzle is the same each time, in both languages', { skip, timeout: 100000 }, async () => {
  const game = 'nim';
  const { page, context } = await show(game);
  const one = await make(page, game, "Today's");
  const now = new Date();
  assert.equal(one.seed, (now.getFullYear() * 100 + now.getMonth() + 1) * 100 + now.getDate());
  await make(page, game);
  assert.deepEqual({ ...(await make(page, game, "Today's")), began: 0 }, { ...one, began: 0 });
  await page.locator('select[name=language]').selectOption('fr');
  await until(async () => /cote \d/.test(await text(page, '.task')), 'the task in French');
  assert.match(await text(page, '.task'), /joue (et gagne|:)/);
  await context.close();
});

test('what was solved is drawn, exported and imported', { skip, timeout: 100000 }, async () => {
  const entry = (/** @type {number} */ seed) => ({ game: 'nim', difficulty: 'easy', seed, rating: seed % 9, seconds: 5, tries: 1 + seed % 2, hints: 0, at: `2026-11-0${seed}T10:00:00.000Z` });
  const kept = [1, 2, 3].map(entry);
  const { page, faults, context } = await show('nim', { 'ludion.solved': [...kept, { game: 'nim', seed: 'x' }] });
  await page.locator('.tasks details summary').click();
  assert.equal(await text(page, '.graph p'), 'Solved: 3, at once: 1. A higher rating is harder.');
  assert.deepEqual([await page.locator('.tasks circle').count(), await page.locator('.tasks circle.clean').count()], [3, 1]);
  const saved = page.waitForEvent('download');
  await button(page, 'Export').click();
  const path = await (await saved).path();
  assert.deepEqual(JSON.parse(readFileSync(path, 'utf8')), { solved: kept });
  const folder = mkdtempSync(join(tmpdir(), 'ludion-'));
  /** Imports a text. @param {string} content */
  const load = async (content) => {
    writeFileSync(join(folder, 'solved.json'), content);
    const chosen = page.waitForEvent('filechooser');
    await button(page, 'Import').click();
    await (await chosen).setFiles(join(folder, 'solved.json'));
  };
  await load(JSON.stringify({ solved: [entry(2), entry(4)] }));
  await until(async () => (await solvedOf(page)).length === 4, 'one more');
  await until(async () => (await page.locator('.tasks circle').count()) === 4, 'it is drawn');
  for (const content of ['{', '[]', '{"solved": [{"game": "nim"}]}', JSON.stringify({ solved: [{ ...entry(5), game: '<b>' }] })]) {
    await page.evaluate(() => document.querySelectorAll('.message').forEach((one) => one.remove()));
    await load(content);
    await page.locator('.message.error').waitFor();
    assert.equal((await solvedOf(page)).length, 4);
  }
  assert.deepEqual(faults, []);
  await context.close();
});

test('who is chosen while a puzzle is made sits at the game that goes on', { skip, timeout: 100000 }, async () => {
  const { page, faults, settle, context } = await show('hex', { 'ludion.difficulty.hex': 'extreme' });
  await button(page, 'New puzzle').click();
  await page.waitForTimeout(200);
  await page.locator('select[name=white]').selectOption('0');
  await until(async () => !(await isBusy(page)), 'the puzzle is given up');
  await settle();
  assert.equal(await page.inputValue('select[name=white]'), '0');
  await page.reload();
  await page.locator('.tasks').waitFor();
  assert.equal(await page.inputValue('select[name=white]'), '0');
  assert.deepEqual(faults, []);
  await context.close();
});
