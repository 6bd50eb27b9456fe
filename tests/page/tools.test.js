/** @file No dead button: every tool, overlay, option of a new game, the clock, the editor, files and the swap. */

import assert from 'node:assert/strict';
import { writeFileSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { beginGame, open, setStage, skip, until } from './server.js';
import { PUZZLES, TURN } from './starts.js';

/** A board of Hex with room for two connections. @type {Object<string, string>} */
const STARTS = { ...TURN, ...PUZZLES, hex: '5x5' };

const stage = setStage();

/** @param {string} game @param {string} [start] */
async function show(game, start = STARTS[game]) {
  const context = await stage.browser.newContext({ viewport: { width: 1200, height: 900 }, acceptDownloads: true });
  const opened = await open(context, `${stage.server.address}&${new URLSearchParams({ game, start })}`);
  await until(async () => (await status(opened.page)) !== '', 'the page says something');
  for (const color of ['black', 'white']) {
    const seat = opened.page.locator(`select[name=${color}]`);
    if (await seat.count()) await seat.selectOption('0');
  }
  return { context, ...opened };
}

const status = async (/** @type {*} */ page) => (await page.textContent('.status')) ?? '';
const hash = (/** @type {*} */ page) => page.evaluate(() => decodeURIComponent(location.hash.replaceAll('+', ' ')));
const click = (/** @type {*} */ page, /** @type {string} */ name) => page.locator(`.board [data-at="${name}"]`).click();
const button = (/** @type {*} */ page, /** @type {string} */ name) => page.getByRole('button', { name, exact: true });

for (const game of Object.keys(STARTS)) {
  test(`${game}: every tool answers, every overlay shows, every option begins`, { skip }, async () => {
    const { page, faults, context } = await show(game);
    const isTurn = await page.locator('.candidates').count();
    const tools = await page.locator(isTurn ? '.panel .tools button' : '.panel > .row.help button').allTextContents();
    for (const name of tools.filter((one) => (isTurn || one !== 'Hint') && !['Next target', 'Lower bounds'].includes(one))) {
      await page.evaluate(() => document.querySelector('.answer')?.setAttribute('hidden', ''));
      await button(page, name).click();
      await until(async () => ((await page.textContent('.answer:not([hidden])').catch(() => '')) ?? '').length > 3, `${name} answers`);
      assert.doesNotMatch((await page.textContent('.answer')) ?? '', /unknown command|usage:/, name);
    }
    const overlay = page.locator('select[name=overlay]');
    for (const name of (await overlay.count()) ? await overlay.locator('option').allTextContents() : []) {
      await overlay.selectOption({ label: name });
      await page.waitForTimeout(150);
      assert.equal(await page.locator('.message.error').count(), 0, name);
    }
    const fields = await page.evaluate(async (name) => (await import(`/games/${name}.js`)).default.fields, game);
    for (const field of fields.filter((/** @type {*} */ one) => one.choices)) {
      for (const choice of field.choices.filter((/** @type {*} */ _, /** @type {number} */ n) => n % 2 === 0 && n < 6)) {
        if (['hard', 'extreme', 'insane', 'impossible'].includes(choice)) continue;
        await button(page, isTurn ? 'New game' : 'New board').click();
        await page.locator(`dialog [name=${field.key}]`).selectOption(String(choice));
        const heaps = page.locator('dialog [name=heaps]');
        if (field.key === 'rule' && await heaps.count()) await heaps.fill('3 5');
        await button(page, 'Begin').click();
        await page.waitForTimeout(100);
        await until(async () => /move|turn|progress|moves/.test(await status(page)) && !(await page.evaluate(() => document.body.classList.contains('busy'))), 'it begins', 60);
        assert.equal(await page.locator('.message.error').count(), 0, `${field.key}=${choice}`);
      }
    }
    assert.deepEqual(faults, []);
    await context.close();
  });
}

/** What clicks make of the position in the editor: places, those clicked the other way round, and the start that comes of it. @type {Object<string, [string[], string[], RegExp]>} */
const EDITS = {
  hex: [['c3', 'a1', 'a1'], [], /start=5x5&moves=play w a1;play b c3/], connect4: [['1', '1', '2', '3'], ['3'], /start=4x4&moves=play b 1;play w 1;play b 2&/],
  tictactoe: [['b2', 'a1', 'c3'], ['c3'], /start=3 3 3 o..\/.x.\/...$/], dots: [['h0,0', 'v1,2', 'h0,0'], [], /start=2x2 000000000001 b/], nim: [['2-4', '2-0', '3-0'], ['1-1'], /start=4 1 1 b/],
  chomp: [['2,3', '1,4', '3,1'], [], /start=3x4 3,2 b/], graph: [['c'], [], /at c$/], hashi: [['2,2', '0,1'], ['1,2'], /start=7x7m2:a2d24a3a3d1c/],
  hitori: [['0,0'], ['0,1'], /start=5x5:1131/], ricochet: [['24', '12'], ['6'], /5x5:91113A8.* yellow=12 /],
};

for (const [game, [plain, other, wanted]] of Object.entries(EDITS)) {
  test(`${game}: the position is edited by clicks`, { skip }, async () => {
    const { page, faults, context, settle } = await show(game);
    const before = await hash(page);
    await page.getByText('More', { exact: true }).click();
    await button(page, 'Edit the position').click();
    await settle();
    for (const name of plain) {
      await page.locator(`.board [data-at="${name}"]`).click({ force: true });
      await settle();
    }
    if (other.length) await page.getByRole('checkbox', { name: /down|away|Add|first|beside/ }).check();
    for (const name of other) {
      await page.locator(`.board [data-at="${name}"]`).click({ force: true, ...(game === 'ricochet' ? { position: { x: 3, y: 30 } } : {}) });
      await settle();
    }
    if (['hashi', 'hitori'].includes(game)) await until(async () => /solution/.test((await page.textContent('.answer .verdict')) ?? ''), 'what the engine thinks of it');
    await button(page, 'Done').click();
    await settle();
    assert.match(await hash(page), wanted);
    await page.getByText('More', { exact: true }).click();
    await button(page, 'Edit the position').click();
    await settle();
    await button(page, 'Cancel').click();
    await settle();
    assert.match(await hash(page), wanted);
    assert.notEqual(await hash(page), before);
    assert.equal(await page.locator('.message.error').count(), 0);
    assert.deepEqual(faults, []);
    await context.close();
  });
}

test('what a click makes of positions that are hard to read', { timeout: 20000 }, async () => {
  const edit = async (/** @type {string} */ game) => (await import(`../../src/games/${game}/page.js`)).default.edit;
  // A full board whose last disc of a column goes away: many orders of its moves lead nowhere.
  const connect4 = await edit('connect4');
  for (const [size, moves] of [['8x7', '21211211212152236373343383855454454545466666677778788878'], ['7x6', '3112121425223733435444554566665677777']]) {
    for (let name = 1; name <= Number(size[0]); name++) {
      const text = connect4.point(`${size} ${moves}`, { name: String(name), alternate: true });
      const count = (/** @type {string} */ column) => [...moves].filter((one) => one === column).length - Number(column === String(name));
      if (text.length) for (const column of new Set(moves)) assert.equal([...text.split(' ')[1]].filter((one) => one === column).length, count(column), `${size} ${name}`);
    }
  }
  assert.equal((await edit('hashi')).point('5x5m4:aGb1t', { name: '0,0' }), '5x5m4:1Gb1t');
  // The last stone of a text says whose move it is.
  const hex = await edit('hex');
  assert.deepEqual([hex.turn('5x5'), hex.turn('5x5 b:c3'), hex.turn('5x5 b:c3 w:a1')], [[], [], '5x5 w:a1 b:c3']);
});

test('an editor says live whether a puzzle has one solution', { skip }, async () => {
  const { page, faults, context, settle } = await show('hitori');
  const verdict = (/** @type {RegExp} */ words) => until(async () => words.test((await page.textContent('.answer .verdict')) ?? ''), String(words));
  await page.getByText('More', { exact: true }).click();
  await button(page, 'Edit the position').click();
  await verdict(/Exactly one solution: \w/);
  await page.locator('.board [data-at="1,1"]').focus();
  await page.keyboard.press('2');
  await verdict(/No solution|Several/);
  await button(page, 'Undo').last().click();
  await verdict(/Exactly one/);
  await page.getByLabel('Empty board').selectOption('6x6');
  await verdict(/Several|one/);
  // The address keeps the game before until the editor is done.
  assert.match(await hash(page), /start=5x5/);
  await button(page, 'Done').click();
  await settle();
  assert.match(await hash(page), /start=6x6:123456/);
  assert.deepEqual(faults, []);
  await context.close();
});

test('trials: what is tentative, dropped and kept; pencil marks; the puzzle of the day', { skip }, async () => {
  const { page, faults, context, settle } = await show('hitori');
  const tentative = () => page.$$eval('[data-trial]', (shapes) => shapes.map((shape) => `${shape.getAttribute('data-at')} ${shape.getAttribute('data-trial')}`));
  const mark = async (/** @type {string} */ name) => {
    await click(page, name);
    await settle();
  };
  await mark('0,0');
  await button(page, 'Try').click();
  await mark('1,2');
  await button(page, 'Try').click();
  await mark('3,3');
  assert.deepEqual(await tentative(), ['1,2 1', '3,3 2']);
  await button(page, 'Drop the trial').click();
  await settle();
  assert.deepEqual(await tentative(), ['1,2 1']);
  assert.equal(await page.locator('[data-at="3,3"] .black').count(), 0);
  await page.getByLabel(/Pencil/).check();
  await click(page, '4,4');
  assert.equal(await page.locator('.notes path').count(), 1);
  const label = (/** @type {string} */ name) => page.locator(`.board [data-at="${name}"]`).getAttribute('aria-label');
  assert.match((await label('4,4')) ?? '', /, crossed out$/);
  assert.match((await label('1,2')) ?? '', /■, tentative$/);
  await page.reload();
  await page.waitForSelector('.board [data-trial]');
  assert.deepEqual(await tentative(), ['1,2 1']);
  assert.equal(await page.locator('.notes path').count(), 1);
  await button(page, 'Keep the trial').press('Enter');
  assert.deepEqual(await tentative(), []);
  assert(await page.evaluate(() => document.activeElement?.closest('.board')));
  assert.equal(await page.locator('[data-at="1,2"] .black').count(), 1);
  await button(page, "Today's").click();
  await until(async () => /start=6x6/.test(await hash(page)), 'the puzzle of the day');
  const today = await hash(page);
  await button(page, 'Start again').click();
  await button(page, "Today's").click();
  await settle();
  assert.equal(await hash(page), today);
  assert.deepEqual(faults, []);
  await context.close();
});

test('a duel: the lowest bid shows first, and a point goes to who is right', { skip }, async () => {
  const { page, faults, context, settle } = await show('ricochet');
  const says = async () => (await page.textContent('.duel .left')) ?? '';
  await button(page, 'Duel').click();
  await page.locator('dialog [name=names]').fill('Ann, Bob');
  await button(page, 'Begin').click();
  await page.getByLabel('Bid of Bob').selectOption('6');
  await page.getByLabel('Bid of Ann').selectOption('2');
  await until(async () => /s for lower bids/.test(await says()), 'the clock runs');
  await button(page, 'Show now').click();
  assert.match(await says(), /Ann shows; moves: 2/);
  const slide = async (/** @type {string} */ robot, /** @type {string} */ key) => {
    await page.focus('.board [tabindex="0"]');
    await page.keyboard.press(robot);
    await settle();
    await page.keyboard.press(key);
    await settle();
  };
  // What is taken back counts, too.
  await slide('y', 'ArrowLeft');
  await button(page, 'Undo').click();
  await settle();
  await slide('y', 'ArrowLeft');
  assert.match(await says(), /Bob shows; moves: 6/);
  await slide('b', 'ArrowRight');
  await slide('r', 'ArrowDown');
  assert.match(await says(), /round is over/);
  assert.match((await page.textContent('.players')) ?? '', /Points: 0.*Points: 1/s);
  await button(page, 'Next round').click();
  await settle();
  assert.match(await says(), /Look for a solution/);
  assert.deepEqual(faults, []);
  await context.close();
});

test('a position of Connect Four without a size is one of 7x6', { skip }, async () => {
  const { page, faults, context, settle } = await show('connect4');
  const type = async (/** @type {string} */ text) => {
    await page.getByText('More', { exact: true }).click();
    await button(page, 'Position as text…').click();
    await page.fill('dialog textarea', text);
    await button(page, 'Set').click();
    await settle();
    return hash(page);
  };
  assert.match(await type('1122'), /start=7x6&moves=play b 1;play w 1;play b 2;play w 2&/);
  assert.match(await type('4x4 1122'), /start=4x4&moves=play b 1;/);
  for (const text of ['4433 -1', 'https://connect4.gamesolver.org/?pos=4433', 'game connect4\nposition 44\nplay b 3\nplay w 3',
    '[Game "connect4"]\n[Event "a \\"b\\""]\n[Start ""]\n\nb:4 w:4\nb:3 w:3']) {
    await type('4x4 11');
    assert.match(await type(text), /start=7x6.*(play b 4;play w 4;)?play b 3;play w 3&at=4|start=7x6 44&moves=play b 3;play w 3&at=2/, text);
  }
  // A link that is opened where a small board is shown.
  await type('4x4 11');
  await page.evaluate(() => (location.hash = 'game=connect4&start=445'));
  await settle();
  assert.match(await hash(page), /start=7x6 445/);
  assert.equal(await page.locator('.board [data-at]').count(), 7);
  assert.deepEqual(faults, []);
  await context.close();
});

test('files: saved, opened, and those of other programs', { skip }, async () => {
  for (const game of ['hex', 'dots', 'hitori']) {
    const { page, faults, context } = await show(game);
    const first = page.locator('.board [data-at]').first();
    await first.focus();
    await page.keyboard.press('Enter');
    await until(async () => /moves=/.test(await hash(page)), 'a move');
    const drawn = await page.$eval('.board svg', (svg) => svg.querySelectorAll('*').length);
    await page.getByText('More', { exact: true }).click();
    await button(page, 'Save as a file').click();
    const [download] = await Promise.all([page.waitForEvent('download'), page.locator('dialog .primary').click()]);
    const file = join(mkdtempSync(join(tmpdir(), 'ludion-')), download.suggestedFilename());
    await download.saveAs(file);
    assert(readFileSync(file, 'utf8').length > 5);
    await page.getByText('More', { exact: true }).click();
    const [picture] = await Promise.all([page.waitForEvent('download'), button(page, 'Save as a picture').click()]);
    assert.match(readFileSync(await picture.path(), 'utf8'), /^<svg .*<\/svg>\s*$/s);
    await page.keyboard.press('U');
    await page.getByText('More', { exact: true }).click();
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), button(page, 'Open a file…').click()]);
    await chooser.setFiles(file);
    await until(async () => (await page.$eval('.board svg', (svg) => svg.querySelectorAll('*').length)) === drawn, `${game} as it was saved`);
    assert.deepEqual(faults, []);
    await context.close();
  }
  const { page, faults, context } = await show('hitori');
  const file = join(mkdtempSync(join(tmpdir(), 'ludion-')), 'rows.txt');
  writeFileSync(file, '1 2 2\n2 3 1\n3 1 1\n');
  await page.getByText('More', { exact: true }).click();
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), button(page, 'Open a file…').click()]);
  await chooser.setFiles(file);
  await until(async () => /start=3x3/.test(await hash(page)), 'the rows of a file');
  assert.deepEqual(faults, []);
  await context.close();
});

/** Drops a file on the board. Returns what is prevented: a browser opens the file in place of the page unless both are. */
const drop = (/** @type {import('playwright-core').Page} */ page, /** @type {string} */ name, /** @type {string} */ content) =>
  page.evaluate(([name, content]) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([content], name));
    const target = /** @type {Element} */ (document.querySelector('.board'));
    return ['dragover', 'drop'].map((type) => !target.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true })));
  }, [name, content]);

test('records with move numbers, comments and a result are read', { skip }, async () => {
  const { page, faults, context } = await show('nim');
  await drop(page, 'game.pgn', '[Game "nim"]\n[Start "3 5 7 b"]\n\n1. b:1-1 {one} w:2-1 2.b:3-1 0-1\n');
  await until(async () => /moves=play b 1-1;play w 2-1;play b 3-1&/.test(await hash(page)), 'the moves of the record');
  await drop(page, 'game.pgn', '[Game "Nim"]\n[Start "3 5 7 b"]\n\nB:1-1 {he said ["x"] w:9-9} White:2-2\n');
  await until(async () => /moves=play b 1-1;play w 2-2&/.test(await hash(page)), 'capitals, and a tag in a comment');
  assert.deepEqual(faults, []);
  await context.close();
});

test('a file that is dropped on the page is opened, a damaged one refused', { skip }, async () => {
  const { page, faults, context } = await show('hitori');
  assert.deepEqual(await drop(page, 'rows.txt', '1 2 2\n2 3 1\n3 1 1\n'), [true, true]);
  await until(async () => /start=3x3/.test(await hash(page)), 'the rows of a file');
  await page.getByText('More', { exact: true }).click();
  await button(page, 'Edit the position').click();
  await page.waitForSelector('.answer .verdict');
  await drop(page, 'rows.txt', '1 2 2 1\n2 3 1 3\n3 1 1 2\n4 1 2 3\n');
  await until(async () => /start=4x4/.test(await hash(page)), 'a file in place of what was edited');
  assert.equal(await page.locator('.answer .verdict:visible').count(), 0);
  await drop(page, 'rows.txt', '1 2 2\n2 3 1\n3 1 1\n');
  await until(async () => /start=3x3/.test(await hash(page)), 'the rows again');
  await drop(page, 'rows.txt.gz', 'no gzip');
  await until(async () => /The file is damaged/.test((await page.locator('#messages').textContent()) ?? ''), 'the refusal');
  assert.match(await hash(page), /start=3x3/);
  assert.deepEqual(faults, []);
  await context.close();
});

test('a position as text, a HexWorld address, the editor, resigning', { skip }, async () => {
  const { page, faults, context } = await show('hex');
  const menu = async (/** @type {string} */ item) => {
    await page.getByText('More', { exact: true }).click();
    await button(page, item).click();
  };
  await menu('Position as text…');
  await page.locator('dialog textarea').fill('https://hexworld.org/board/#7c1,d4:s,c3');
  await button(page, 'Set').click();
  await until(async () => /start=7x7/.test(await hash(page)) && /swap/.test(await hash(page)), 'the address is read');
  await menu('Position as text…');
  await page.locator('dialog textarea').fill('nonsense');
  await button(page, 'Set').click();
  await page.waitForSelector('.message.error');
  await menu('Position as text…');
  await page.locator('dialog textarea').fill('4x4 b:b2');
  await button(page, 'Set').click();
  await until(async () => /start=4x4/.test(await hash(page)), 'a position is set');
  await menu('Edit the position');
  await click(page, 'c3');
  await page.waitForSelector('.board [data-at="c3"] .black');
  await click(page, 'c3');
  await page.waitForSelector('.board [data-at="c3"] .white');
  await button(page, 'Done').click();
  await menu('Settings…');
  const dialog = page.locator('dialog');
  assert.doesNotMatch((await dialog.innerText()), /hash_mb|evaluation|lag_buffer/, 'what is there for everybody is in words');
  await dialog.getByLabel('Resign').selectOption('yes');
  await dialog.getByText('Experiments').click();
  await dialog.locator('[name=evaluation]').selectOption('twod');
  await button(page, 'Set').click();
  await until(async () => /param resign 1.*param evaluation twod/.test(await hash(page)), 'the settings stay with the record');
  await menu('Resign');
  await until(async () => /resigned/.test(await status(page)), 'the game ends');
  await button(page, 'Take back').click();
  await until(async () => /to move/.test(await status(page)), 'the game goes on');
  assert.deepEqual(faults, []);
  await context.close();
});

test('the swap by a second click, and the clock', { skip }, async () => {
  const { page, faults, context } = await show('hex');
  await beginGame(page, { size: '6', swap: 'pieces', clock: '3' });
  await until(async () => /start=6x6/.test(await hash(page)), 'it begins');
  await click(page, 'b1');
  await page.waitForSelector('.board [data-at="b1"] .black');
  await click(page, 'b1');
  await page.waitForSelector('.board [data-at="a2"] .white');
  assert.match((await page.textContent('.clock')) ?? '', /Black 2:5\d.*Red (3:00|2:5\d)/);
  assert.deepEqual(faults, []);
  await context.close();
});

test('a review finds the mistake, and its curve leads there', { skip }, async () => {
  const { page, faults, context } = await show('tictactoe');
  for (const name of ['b2', 'b1', 'c3']) {
    await click(page, name);
    await page.waitForSelector(`.board [data-at="${name}"] .black, .board [data-at="${name}"] .white`);
  }
  await button(page, 'Review the game').click();
  await page.waitForSelector('.mistakes li');
  assert.match((await page.textContent('.mistakes li')) ?? '', /b1/);
  await page.locator('.mistakes button', { hasText: 'Retry' }).first().click();
  await until(async () => /at=1/.test(await hash(page)), 'the place before the mistake');
  await page.locator('.curve svg').click({ position: { x: 1, y: 30 } });
  await until(async () => /at=0/.test(await hash(page)), 'the start');
  assert.deepEqual(faults, []);
  await context.close();
});

test('the keyboard goes back to the board when a review is stopped', { skip }, async () => {
  const { page, faults, context } = await show('hex', '11x11');
  for (const name of ['f6', 'e7']) {
    await click(page, name);
    await page.waitForSelector(`.board [data-at="${name}"] .black, .board [data-at="${name}"] .white`);
  }
  await button(page, 'Review the game').click();
  await page.locator('.review').getByText('Stop').focus();
  await page.keyboard.press('Enter');
  await page.waitForSelector('.review progress', { state: 'detached' });
  assert(await page.evaluate(() => document.activeElement?.closest('.board') != null));
  assert.deepEqual(faults, []);
  await context.close();
});

test('islands are joined by drags, heaps are split, waves are walked through', { skip }, async () => {
  const hashi = await show('hashi');
  const [from, to] = await Promise.all(['1,0', '1,2'].map((name) => hashi.page.locator(`.board [data-at="${name}"] circle`).boundingBox()));
  const middle = (/** @type {*} */ box) => [box.x + box.width / 2, box.y + box.height / 2];
  await hashi.page.mouse.move(.../** @type {[number, number]} */ (middle(from)));
  await hashi.page.mouse.down();
  await hashi.page.mouse.move(.../** @type {[number, number]} */ (middle(to)), { steps: 4 });
  await hashi.page.mouse.up();
  await hashi.page.waitForSelector('.board [data-at="1,0-1,2"] .bridge', { state: 'attached' });
  const nim = await show('nim', '5 kayles b');
  await click(nim.page, '1-1');
  await nim.page.locator('dialog select').selectOption({ index: 1 });
  await button(nim.page, 'OK').click();
  await until(async () => /moves=/.test(await hash(nim.page)), 'a heap is split');
  const graph = await show('graph');
  await button(graph.page, 'Waves of player 1').click();
  await graph.page.waitForSelector('.why [data-mark="d"]');
  assert.equal(await graph.page.locator('.why [data-mark="e"]').count(), 0);
  await graph.page.keyboard.press('ArrowDown');
  await graph.page.waitForSelector('.why [data-mark="e"]');
  for (const { faults, context } of [hashi, nim, graph]) {
    assert.deepEqual(faults, []);
    await context.close();
  }
});

test('a file that is longer than a line, and the zoom of its drawing', { skip }, async () => {
  const { page, faults, context, settle } = await show('graph');
  const file = join(mkdtempSync(join(tmpdir(), 'ludion-')), 'long.game');
  const lines = Array.from({ length: 9000 }, (_, n) => `v${n} ${1 + (n % 2)} - v${n + 1}${n > 7 ? ` v${n - 7}` : ''}`);
  writeFileSync(file, `# a long way\n${lines.join('\n')}\nv9000 1 G2\n`);
  await page.getByText('More', { exact: true }).click();
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), button(page, 'Open a file…').click()]);
  await chooser.setFiles(file);
  await until(async () => /start=at v0/.test(await hash(page)), 'the file is loaded');
  await click(page, 'v1');
  await until(async () => /moves=play b v1/.test(await hash(page)), 'a move');
  // What is kept is enough after a reload.
  await page.reload();
  await page.waitForSelector('.board [data-at="v1"] .c');
  await settle();
  const scale = () => page.$eval('.board svg', (svg) => new DOMMatrix(getComputedStyle(svg).transform).a);
  assert.equal(await scale(), 1);
  await button(page, 'Larger').click();
  assert(await scale() > 1.3);
  await page.locator('.board').hover();
  await page.mouse.wheel(0, -300);
  assert(await scale() > 2);
  const place = () => page.$eval('.board svg', (svg) => new DOMMatrix(getComputedStyle(svg).transform).e);
  const before = await place();
  await page.mouse.down();
  await page.mouse.move(500, 400, { steps: 4 });
  await page.mouse.up();
  assert.notEqual(await place(), before);
  // Its link would hold no graph.
  await page.getByText('More', { exact: true }).click();
  await button(page, 'Copy the link').click();
  await until(async () => /does not hold so large a graph/.test((await page.textContent('#messages')) ?? ''), 'the link is refused');
  await button(page, 'Whole drawing').click();
  assert.equal(await scale(), 1);
  assert.deepEqual(faults, []);
  await context.close();
});

test('a drag of a large drawing from a vertex moves the drawing, and is no move', { skip }, async () => {
  const { page, faults, context, settle } = await show('graph', TURN.graph);
  const middle = async () => {
    const { x, y, width, height } = /** @type {*} */ (await page.locator('.board [data-at="b"]').boundingBox());
    return [x + width / 2, y + height / 2];
  };
  const [x, y] = await middle();
  await page.mouse.move(x, y);
  await page.mouse.wheel(0, -400);
  await page.mouse.down();
  await page.mouse.move(x + 30, y + 20, { steps: 4 });
  await page.mouse.up();
  await settle();
  const [nextX] = await middle();
  assert.ok(Math.abs(nextX - x - 30) < 5, `${nextX} ${x}`);
  assert.doesNotMatch(await hash(page), /moves=/);
  await page.mouse.click(x + 30, y + 20);
  await until(async () => /moves=play b b/.test(await hash(page)), 'a click is a move');
  // The keyboard stays in view, and another drawing is shown whole.
  await page.locator('.board [data-at="e"]').focus();
  for (let count = 0; count < 3; count++) await page.keyboard.press('+');
  const [shape, box] = await Promise.all(['.board [data-at="e"]', '.board'].map((one) => page.locator(one).boundingBox()));
  assert(shape.x >= box.x && shape.x + shape.width / 2 <= box.x + box.width, JSON.stringify([shape, box]));
  await beginGame(page, { graph: 'draw' });
  await settle();
  await button(page, 'Larger').click();
  assert.equal(await page.$eval('.board svg', (svg) => Math.round(new DOMMatrix(getComputedStyle(svg).transform).a * 10)), 14);
  assert.deepEqual(faults, []);
  await context.close();
});

test('help can be hidden, an overlay is part of the link, and paper shows the board alone', { skip }, async () => {
  const { page, faults, context } = await show('dots');
  await page.locator('select[name=overlay]').selectOption('chains');
  await until(async () => /show=chains/.test(await hash(page)), 'the view is in the link');
  const other = await open(context, await page.evaluate(() => location.href));
  await until(async () => (await other.page.locator('select[name=overlay]').inputValue()) === 'chains', 'the same view');
  assert.equal(await other.page.$eval('.board svg', (svg) => svg.textContent), await page.$eval('.board svg', (svg) => svg.textContent));
  for (const isShown of [false, true]) {
    await page.getByText('More', { exact: true }).click();
    await button(page, 'Help on or off').click();
    assert.equal(await button(page, 'Hint').isVisible(), isShown);
  }
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  assert.equal(await page.locator('aside').isVisible(), false);
  assert.equal(await page.locator('.board svg').isVisible(), true);
  assert.equal(await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor), 'rgb(255, 255, 255)');
  await page.emulateMedia({ media: 'screen', reducedMotion: 'reduce' });
  const robots = await show('ricochet');
  await robots.page.emulateMedia({ reducedMotion: 'reduce' });
  assert.equal(await robots.page.$eval('.board .piece', (piece) => getComputedStyle(piece).transitionDuration), '0s');
  await robots.page.emulateMedia({ reducedMotion: 'no-preference' });
  assert.notEqual(await robots.page.$eval('.board .piece', (piece) => getComputedStyle(piece).transitionDuration), '0s');
  assert.deepEqual([...faults, ...other.faults, ...robots.faults], []);
  await context.close();
  await robots.context.close();
});

test('values of a position that is not solved in time come from the search', { skip }, async () => {
  const { parseValues } = await import('../../src/serve/page/web/panels.js');
  assert.deepEqual(parseValues('1 loss score=-5 plies=28\n5 unknown'), []);
  const [best, other] = parseValues('1 loss score=-5 plies=28\n5 unknown\n7 win score=3 plies=9');
  assert.deepEqual([best.move, best.text, other.move, other.text], ['7', '+9', '1', '−28']);
  assert.deepEqual(parseValues('h0,0 win margin=3\nv0,0 win margin=1\nh1,0 draw').map(({ move, text }) => `${move} ${text}`), ['h0,0 +3', 'v0,0 +1', 'h1,0 =']);
});

/** The texts of the choices of a dialog. @param {*} page @param {string} name of the place that opens it */
async function choices(page, name) {
  await click(page, name);
  await page.locator('dialog select').waitFor();
  return page.locator('dialog option').allTextContents();
}

test('nim: a match offers all that its rule allows, in words', { skip }, async () => {
  const wythoff = await show('nim', '2 3 wythoff b');
  assert.deepEqual(await choices(wythoff.page, '1-1'), ['Take 1', 'Take 1 from both heaps']);
  assert.match((await wythoff.page.textContent('.gesture')) ?? '', /both heaps if you like \(Wythoff's game\)/);
  await wythoff.page.locator('dialog select').selectOption({ index: 1 });
  await wythoff.page.locator('dialog button.primary').click();
  await until(async () => /1\+2-1/.test(await hash(wythoff.page)), 'both heaps lose a match');
  const kayles = await show('nim', '5 octal=0.77 b');
  assert.deepEqual(await choices(kayles.page, '1-1'), ['Take 1', 'Take 1, leave 1 + 3', 'Take 1, leave 2 + 2']);
  const grundy = await show('nim', '7 grundy b');
  assert.deepEqual(await choices(grundy.page, '1-1'), ['Split into 1 + 6', 'Split into 2 + 5', 'Split into 3 + 4']);
  for (const { context, faults } of [wythoff, kayles, grundy]) {
    assert.deepEqual(faults, []);
    await context.close();
  }
});

test('hex: stones of a chain touch, and a refusal names the players of the page', { skip }, async () => {
  const { page, faults, context } = await show('hex', '5x5 b:c3 w:a5 b:d3 w:a4');
  const answer = async () => (await page.textContent('.answer')) ?? '';
  for (const [ends, said] of /** @type {Array<[string[], RegExp]>} */ ([[['c3', 'd3'], /They touch/], [['c3', 'c2'], /They touch/],
    [['c3', 'a5'], /a5 belongs to Red/]])) {
    await button(page, 'Connections').click();
    for (const end of ends) await click(page, end);
    await until(async () => said.test(await answer()), `${ends}: ${said}`);
  }
  assert.deepEqual(faults, []);
  await context.close();
});

test('ricochet: a robot that is clicked glides by an arrow key', { skip }, async () => {
  const { page, faults, context, settle } = await show('ricochet');
  const { x, y, width, height } = /** @type {*} */ (await page.locator('.piece[data-piece=red]').boundingBox());
  await page.mouse.click(x + width / 2, y + height / 2);
  await settle();
  for (const key of ['ArrowLeft', 'ArrowUp', 'ArrowRight', 'ArrowDown']) await page.keyboard.press(key), await settle();
  await until(async () => /play red/.test(await hash(page)), 'red has moved');
  assert.deepEqual(faults, []);
  await context.close();
});
