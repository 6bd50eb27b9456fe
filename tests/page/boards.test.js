/** @file The element `<ludion-board>` in the example page, opened as a file, and the page of a match. */

import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { ask, browse, program, skip, until } from './server.js';
import { GAMES } from './starts.js';

const root = join(import.meta.dirname, '../..');
const axe = readFileSync(new URL('./node_modules/axe-core/axe.min.js', import.meta.url), 'utf8');
const example = pathToFileURL(join(root, 'scripts/boards/example.html')).href;
const folder = mkdtempSync(join(tmpdir(), 'boards-'));

/** @type {import('playwright-core').Browser} */
let browser;
before(async () => {
  if (!skip) browser = await browse();
});
after(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true });
});

/** Opens a page and gathers errors and requests. @param {string} address @param {object} [options] */
async function show(address, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1100, height: 900 }, ...options });
  const page = await context.newPage();
  /** @type {string[]} */
  const faults = [];
  /** @type {string[]} */
  const requests = [];
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
  page.on('pageerror', (error) => faults.push(String(error.stack)));
  page.on('request', (request) => requests.push(request.url()));
  await page.goto(address);
  return { context, page, faults, requests };
}

/** What axe-core finds, the shadow trees included. @param {import('playwright-core').Page} page */
async function violations(page) {
  await page.evaluate(axe);
  return page.evaluate(async () => {
    const { violations } = await /** @type {any} */ (window).axe.run(document, { resultTypes: ['violations'] });
    return violations.map((/** @type {any} */ rule) => `${rule.id}: ${rule.nodes.slice(0, 3).map((/** @type {any} */ node) => node.html.slice(0, 150)).join(' | ')}`);
  });
}

/** Writes a page with a board and draws it. @param {string} name @param {string} text @param {...string} options */
function embed(name, text, ...options) {
  const path = join(folder, name);
  if (text) writeFileSync(path, text);
  execFileSync('python3', [join(root, 'scripts/embed.py'), '--ludion', program, ...(text ? [path] : ['--out', path]), ...options]);
  return path;
}

test('the element is one small file', () => {
  assert(statSync(join(root, 'scripts/boards/ludion-board.js')).size <= 10_000);
});

test('the example has all games, and each step is what the engine draws', { skip }, async () => {
  const { page, faults, requests, context } = await show(example);
  const boards = page.locator('ludion-board');
  const shown = await boards.evaluateAll((all) => all.map((board) => [board.getAttribute('game'), board.getAttribute('position'), board.getAttribute('moves')]));
  assert.deepEqual(shown.map(([game]) => game).sort(), [...GAMES].sort());
  for (const [number, [game, position, text]] of shown.entries()) {
    const moves = String(text).split(';');
    assert(moves.length >= 5, `${game}: ${text}`);
    const start = [`game ${game}`, ...(position ? [`position ${position}`] : [])];
    const drawings = ask(...start, 'svg', ...moves.flatMap((move) => [move, 'svg'])).filter((_, reply) => reply >= start.length && (reply - start.length) % 2 === 0);
    assert.equal(drawings.length, moves.length + 1);
    const board = boards.nth(number);
    await board.getByRole('img').focus();
    await page.keyboard.press('Home');
    for (const [step, drawing] of drawings.entries()) {
      const [drawn, wanted] = await board.evaluate((element, document) => {
        const fresh = new DOMParser().parseFromString(document.replace(/<style>[^]*?<\/style>/, '').replace(/>\s+</g, '><'), 'image/svg+xml').documentElement;
        fresh.setAttribute('aria-hidden', 'true');
        const drawn = element.shadowRoot?.querySelector('svg');
        return [drawn, fresh].map((svg) => svg && new XMLSerializer().serializeToString(svg));
      }, drawing);
      assert.equal(drawn, wanted, `${game}, step ${step}`);
      const forward = board.getByRole('button', { name: 'Forward' });
      assert.equal(await forward.getAttribute('aria-disabled'), String(step === moves.length));
      if (step < moves.length) await forward.click();
    }
    // What no style names is black: the style of the game is complete.
    const plain = await board.evaluate((element) => [...element.shadowRoot?.querySelectorAll('svg :is(rect, circle, polygon, path, text)') ?? []]
      .filter((shape) => getComputedStyle(shape).fill === 'rgb(0, 0, 0)').map((shape) => shape.outerHTML));
    assert.deepEqual(plain, [], game ?? '');
  }
  assert.deepEqual(requests.map((url) => url.split('/').at(-1)), ['example.html', 'ludion-board.js']);
  assert.deepEqual(faults, []);
  await context.close();
});

test('keys, words and the slider', { skip }, async () => {
  const path = embed('keys.html', '<!DOCTYPE html><html lang="fr"><title>x</title><ludion-board game="hex" position="5x5" moves="play b c3;play w b2;play b d4" at="1" caption="Un &lt;début&gt;">…</ludion-board></html>');
  const { page, faults, requests, context } = await show(pathToFileURL(path).href);
  const board = page.locator('ludion-board');
  const stones = () => board.evaluate((element) => element.shadowRoot?.querySelectorAll('circle:not(.last)').length);
  const said = () => board.locator('output').textContent();
  assert.deepEqual([await stones(), await said()], [1, '1/3 noir c3']);
  assert.equal(await board.locator('figcaption').textContent(), 'Un <début>');
  await board.getByRole('img').focus();
  for (const [key, count, words] of /** @type {const} */ ([['ArrowRight', 2, '2/3 rouge b2'], ['End', 3, '3/3 noir d4'], ['ArrowRight', 3, '3/3 noir d4'], ['Home', 0, 'début'], ['ArrowLeft', 0, 'début']])) {
    await page.keyboard.press(key);
    assert.deepEqual([await stones(), await said()], [count, words], key);
  }
  assert.equal(await board.getByRole('img').getAttribute('aria-label'), 'hex, Un <début>, début');
  await board.getByRole('slider').focus();
  await page.keyboard.press('ArrowRight');
  assert.deepEqual([await stones(), await board.getByRole('slider').getAttribute('aria-valuetext')], [1, '1/3 noir c3']);
  await page.evaluate(() => document.querySelector('ludion-board')?.setAttribute('at', '2'));
  assert.equal(await stones(), 2);
  for (const [at, count] of [['-7', 0], ['x', 3], ['1e9', 3]]) {
    await page.evaluate((value) => document.querySelector('ludion-board')?.setAttribute('at', String(value)), at);
    assert.equal(await stones(), count, String(at));
  }
  // The script of the element is in the page itself.
  assert.equal(requests.length, 1);
  assert.deepEqual(faults, []);
  // Drawn again it is the same.
  const text = readFileSync(path, 'utf8');
  embed('keys.html', text);
  assert.equal(readFileSync(path, 'utf8'), text);
  await context.close();
});

test('players and moves are named as they are drawn', { skip }, async () => {
  for (const [language, game, moves, words] of [
    ['en', 'hex', 'play b a2;play w swap-pieces', '2/2 red swap'], ['fr', 'hex', 'play b a2;play w swap-pieces', '2/2 rouge échange'],
    ['en', 'connect4', 'play b 4;play w 4', '2/2 yellow 4'], ['fr', 'nim', 'play b 1-1', '1/1 1er joueur 1-1'], ['en', 'dots', 'play b h0,0', '1/1 black h0,0'],
  ]) {
    const path = embed('names.html', `<html lang="${language}"><title>x</title><ludion-board game="${game}" moves="${moves}"${game === 'nim' ? ' position="3 5 7 b"' : ''}></ludion-board></html>`);
    const { page, context } = await show(pathToFileURL(path).href);
    assert.equal(await page.locator('ludion-board output').textContent(), words);
    await context.close();
  }
});

test('records become pages; what cannot be drawn is refused in a line', { skip }, () => {
  const record = join(folder, 'game.sgf');
  writeFileSync(record, '(;FF[4]GM[11]SZ[4]RU[swap-pieces];B[a2];W[swap-pieces];B[c2])');
  const nim = join(folder, 'nim.pgn');
  writeFileSync(nim, '[Game "nim"]\n[Start "3 4 b"]\n\nb:1-3 w:2-4\n');
  const cells = join(folder, 'cells.txt');
  writeFileSync(cells, '5x5:5231521244514411523432112 play=b1,0/w0,1\n');
  const page = readFileSync(embed('records.html', '', record, nim), 'utf8') + readFileSync(embed('cells.html', '', cells, '--game', 'hitori'), 'utf8');
  for (const words of ['position="4x4" moves="play b a2;play w swap-pieces;play b c2"', 'position="3 4 b" moves="play b 1-3;play w 2-4"', 'moves="play black 1,0;play white 0,1"']) {
    assert(page.includes(words), words);
  }
  for (const [board, words] of [['game="chess"', 'chess'], ['game="hex" moves="play b z9"', 'z9'], ['game="hex" moves="save x.sgf"', 'write the moves as'], ['game="nim" position="x"', 'position x']]) {
    const path = join(folder, 'wrong.html');
    writeFileSync(path, `<ludion-board ${board}></ludion-board>`);
    assert.throws(() => execFileSync('python3', [join(root, 'scripts/embed.py'), '--ludion', program, path], { stdio: 'pipe' }),
      ({ status, stderr }) => status === 2 && String(stderr).split('\n').length === 2 && String(stderr).includes(words), board);
    assert.equal(readFileSync(path, 'utf8'), `<ludion-board ${board}></ludion-board>`);
  }
});

for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
  test(`axe-core finds nothing in the boards: ${colorScheme}`, { skip }, async () => {
    const { page, context } = await show(example, { colorScheme });
    assert.deepEqual(await violations(page), []);
    const card = await page.locator('ludion-board').first().evaluate((element) => getComputedStyle(element).backgroundColor);
    assert.equal(card, colorScheme === 'dark' ? 'rgb(31, 38, 39)' : 'rgb(255, 253, 248)');
    await context.close();
  });
}

test('a narrow screen has no scroll bar at the side', { skip }, async () => {
  const { page, context } = await show(example, { viewport: { width: 320, height: 640 } });
  assert(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  await context.close();
});

/** Starts a match of engines without skill, with a page. @param {string} name @param {...string} options */
async function playMatch(name, ...options) {
  const engine = `python3 ${join(root, 'tests/match/fake_engine.py')} --opinion 60 --delay 0.1`;
  const wanted = ['--engine', `one=${engine}`, '--engine', `two=${engine} --salt 2`, '--size', '4', '--out', join(folder, name), '--page', ...options];
  const env = { ...process.env, CARGO_TARGET_DIR: join(folder, 'target') };
  mkdirSync(join(folder, 'target/release'), { recursive: true });
  if (!existsSync(join(folder, 'target/release/ludion'))) symlinkSync(program, join(folder, 'target/release/ludion'));
  const match = spawn('python3', [join(root, 'scripts/match.py'), ...wanted], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  after(() => match.kill('SIGKILL'));
  let said = '';
  match.stdout.on('data', (data) => (said += data));
  const address = await new Promise((resolve, reject) => {
    match.stdout.once('data', (data) => resolve(/page: (\S+)/.exec(String(data))?.[1]));
    match.once('exit', () => reject(new Error('the match ended')));
  });
  const end = async () => {
    // The page knows of the end before all files are written.
    await until(async () => /stays until Ctrl-C/.test(said), 'the match is over');
    return new Promise((resolve) => {
      match.once('exit', resolve);
      match.kill('SIGINT');
    });
  };
  return { address, end };
}

test('a match is shown while it is played, and after it', { skip }, async () => {
  const { address, end } = await playMatch('shown', '--games', '6', '--openings', 'random:2', '--sprt=-500,500');
  const { page, faults, requests, context } = await show(address);
  const running = page.locator('#boards ludion-board');
  await running.first().waitFor({ timeout: 60_000 });
  await until(async () => (await running.first().evaluate((board) => board.shadowRoot?.querySelectorAll('.black, .white').length ?? 0).catch(() => 0)) > 2, 'stones');
  await until(async () => /one \(\w+, \w+\): \d+ %/.test((await page.textContent('#boards').catch(() => '')) ?? ''), 'the values of an engine');
  await until(async () => /6 of 6 games, over|accepted/.test((await page.textContent('main')) + ((await page.textContent('#state')) ?? '')), 'the end', 120);
  await until(async () => (await running.count()) === 0, 'no running game');
  // The table of the page is the table of the match.
  await until(async () => existsSync(join(folder, 'shown/table.txt')), 'the table');
  const table = readFileSync(join(folder, 'shown/table.txt'), 'utf8');
  const rows = await page.$$eval('#tables tr', (all) => all.map((row) => [...row.children].map((cell) => cell.textContent)));
  const words = (/** @type {string} */ text) => text.split(/ {2,}/).filter(Boolean);
  assert.deepEqual(rows.slice(0, 3), table.split('\n').slice(0, 3).map(words));
  for (const line of await page.$$eval('#lines p', (all) => all.map((item) => item.textContent))) assert(table.includes(line ?? '?'), line ?? '');
  assert.equal(await page.locator('#sprt meter').count(), 1);
  // A finished game is chosen and gone through.
  await page.locator('#games button').first().click();
  const board = page.locator('#chosen ludion-board');
  await board.getByRole('button', { name: 'First position' }).click();
  assert.equal(await board.locator('output').textContent(), 'start');
  await board.getByRole('button', { name: 'Forward' }).click();
  assert.match((await board.locator('output').textContent()) ?? '', /^1\/\d+ black \w\d \(opening\)$/);
  assert.equal(await page.locator('#chosen .values path.here').count(), 1);
  assert.deepEqual(faults, []);
  assert(requests.every((url) => url.startsWith(address)));
  await context.close();
  for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
    const other = await show(address, { colorScheme, bypassCSP: true });
    await other.page.locator('#games button').first().click();
    await other.page.locator('#chosen ludion-board output').waitFor();
    assert.deepEqual(await violations(other.page), []);
    await other.page.setViewportSize({ width: 320, height: 640 });
    assert(await other.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
    await other.context.close();
  }
  assert.equal(await end(), 0);
});

test('the report has the same boards', { skip }, async () => {
  const { address, end } = await playMatch('reported', '--games', '2', '--openings', 'a1');
  const { page, context } = await show(address);
  await until(async () => /over/.test((await page.textContent('#state')) ?? ''), 'the end', 120);
  await context.close();
  assert.equal(await end(), 0);
  execFileSync('python3', [join(root, 'scripts/report.py'), join(folder, 'reported'), '--ludion', program]);
  const report = await show(pathToFileURL(join(folder, 'reported/report.html')).href);
  const board = report.page.locator('ludion-board');
  const count = Number(/^(\d+)\//.exec((await board.locator('output').textContent()) ?? '')?.[1]);
  const stones = () => board.evaluate((element) => element.shadowRoot?.querySelectorAll('circle:not(.last)').length);
  assert(count > 2);
  assert.equal(await stones(), count);
  await report.page.selectOption('#game', '1');
  await board.getByRole('button', { name: 'First position' }).click();
  assert.equal(await stones(), 0);
  assert.equal(report.requests.length, 1);
  assert.deepEqual(report.faults, []);
  await report.page.setViewportSize({ width: 320, height: 640 });
  assert(await report.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  await report.context.close();
});
