/** @file Play and what is shown of it: thinking at every level, candidates with their lines, reviews that stay, records with their variations. */

import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { open, setStage, skip, until } from './server.js';
import { PUZZLES, TURN } from './starts.js';

const stage = setStage();
const folder = mkdtempSync(join(tmpdir(), 'ludion-'));

/** Opens a game in which persons play both sides. @param {string} game @param {string} start @param {string} [language] @param {string} [setup] a setting */
async function show(game, start, language = 'en', setup = '') {
  const context = await stage.browser.newContext({ viewport: { width: 1200, height: 900 }, acceptDownloads: true, locale: language });
  const opened = await open(context, `${stage.server.address}&${new URLSearchParams({ game, start, ...(setup && { setup }) })}`);
  await until(async () => (await text(opened.page, '.status')) !== '', 'the page says something');
  for (const color of ['black', 'white']) {
    const seat = opened.page.locator(`select[name=${color}]`);
    if (await seat.count()) await seat.selectOption('0');
  }
  return { context, ...opened };
}

const text = async (/** @type {*} */ page, /** @type {string} */ place) => (await page.textContent(place)) ?? '';
const hash = (/** @type {*} */ page) => page.evaluate(() => decodeURIComponent(location.hash.replaceAll('+', ' ')));
const click = (/** @type {*} */ page, /** @type {string} */ name) => page.locator(`.board [data-at="${name}"]`).click();
const button = (/** @type {*} */ page, /** @type {string} */ name) => page.getByRole('button', { name, exact: true });
const moves = async (/** @type {*} */ page) => page.$$eval('.tree .move', (/** @type {Element[]} */ all) => all.map((one) => one.textContent));

/** @param {*} page @param {string} item */
async function menu(page, item) {
  await page.locator('.menu summary').click();
  await button(page, item).click();
}

/** Saves the game in a form. @param {*} page @param {string} form */
async function save(page, form) {
  await menu(page, 'Save as a file');
  await page.locator('dialog select').selectOption(form);
  const [download] = await Promise.all([page.waitForEvent('download'), page.locator('dialog .primary').click()]);
  return readFileSync(await download.path(), 'utf8');
}

/** Opens a file with this content. @param {*} page @param {string} name @param {string|Buffer} content */
async function load(page, name, content) {
  const path = join(folder, name);
  writeFileSync(path, content);
  await page.locator('.menu summary').click();
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), button(page, 'Open a file…').click()]);
  await chooser.setFiles(path);
}

test('the thinking is shown at a middle level, live and after the move', { skip }, async () => {
  const { page, faults, context, settle } = await show('connect4', '7x6');
  await page.locator('select[name=white]').selectOption('5');
  await click(page, '4');
  await until(async () => (await moves(page)).length === 2, 'the engine answers');
  await settle();
  const [, move] = /2\. (\d)/.exec((await moves(page))[1]) ?? [];
  // The engine's own words where its last depth has changed its mind.
  assert.match(await text(page, '.live'), new RegExp(`^${move} · (\\d+ % to win · depth \\d+ · nodes [\\d,]+|win \\d+ %, depth \\d+, [\\d,]+ nodes, line ${move} .*)$`));
  // What is decided without a search has a reason in its place.
  const nim = await show('nim', '3 5 7 b');
  await nim.page.locator('select[name=black]').selectOption('3');
  await until(async () => /^\d-\d · \w+ in \d+ plies/.test(await text(nim.page, '.live')), 'a reason');
  assert.deepEqual([...faults, ...nim.faults], []);
  await Promise.all([context.close(), nim.context.close()]);
});

test('lines of a search come while the engine thinks', { skip }, async () => {
  const { page, faults, context } = await show('dots', '5x5 000000000000000000000000000000000000000000000000000000000000 b');
  await page.locator('select[name=black]').selectOption('10');
  await page.waitForSelector('.board .ghost');
  assert.match(await text(page, '.status'), /thinking/);
  assert.match(await text(page, '.live'), / % to win · depth \d+/);
  await button(page, 'Stop').click();
  assert.deepEqual(faults, []);
  await context.close();
});

for (const [game, start] of [['dots', '4x4 0000000000000000000000000000000000000000 b'], ['connect4', '7x6'], ['hex', '9x9'], ['chomp', '4x6 6,6,6,6 b']]) {
  test(`${game}: each candidate has its own line, played when it is pointed at`, { skip }, async () => {
    const { page, faults, context } = await show(game, start);
    await page.getByLabel('Analysis').check();
    await page.waitForFunction(() => document.querySelectorAll('.candidates li').length > 1);
    // Where all moves are solved the lines are looked up when they are wanted.
    const others = page.locator('.candidates li');
    await until(async () => {
      await others.nth(1).locator('button').first().hover();
      const played = await page.$$eval('.board .ghost circle', (all) => all.map((one) => `${one.getAttribute('cx')} ${one.getAttribute('cy')}`));
      await page.mouse.move(5, 5);
      // No move lies on another one.
      assert.equal(new Set(played).size, played.length, played.join(', '));
      return played.length > 1;
    }, 'the line of the second move');
    const first = await page.$$eval('.candidates li button:first-child b', (all) => all.map((one) => one.textContent));
    assert.equal(new Set(first).size, first.length, String(first));
    assert.deepEqual(faults, []);
    await context.close();
  });
}

test('a move of the analysis is played while the reason of another one is looked for', { skip }, async () => {
  const { page, faults, context } = await show('hex', '11x11');
  await page.locator('select[name=white]').selectOption('0');
  await page.getByLabel('Analysis').check();
  await page.waitForSelector('.candidates li');
  // In one go: before the answer.
  await page.evaluate(() => {
    for (const part of ['.candidates .quiet', '.candidates button']) /** @type {HTMLElement} */ (document.querySelector(part)).click();
  });
  await until(async () => (await moves(page)).length === 1, 'the move is played');
  assert.deepEqual(faults, []);
  await context.close();
});

test('a move of the analysis is played however long it is pressed, and the keyboard stays at the list', { skip }, async () => {
  const { page, faults, context } = await show('hex', '9x9');
  const first = page.locator('.candidates li:first-child button:first-child');
  /** Waits for reports of the analysis. */
  const reports = async () => {
    for (let count = 0; count < 3; count++) {
      const before = await text(page, '.live');
      await until(async () => (await text(page, '.live')) !== before, 'a report');
    }
  };
  await page.getByLabel('Analysis').check();
  await first.hover();
  const wanted = await page.evaluate(() => {
    // The name as it is when the button goes down.
    document.addEventListener('pointerdown', (event) => (document.body.dataset.pressed = /** @type {Element} */ (event.target).closest('button')?.querySelector('b')?.textContent ?? ''));
  }).then(() => page.mouse.down()).then(() => page.evaluate(() => document.body.dataset.pressed));
  await reports();
  await page.mouse.up();
  await until(async () => (await moves(page)).length === 1, 'the move');
  assert.deepEqual(await moves(page), [`1. ${wanted}`]);
  await page.mouse.move(5, 5);
  const isThere = () => page.evaluate(() => Boolean(document.activeElement?.closest('.candidates')));
  await reports();
  await first.focus();
  await reports();
  assert(await isThere());
  assert.match((await page.locator('.candidates .quiet').first().getAttribute('aria-label')) ?? '', /^Why\? \w\d$/);
  await page.keyboard.press('Enter');
  await until(async () => (await moves(page)).length === 2, 'another move');
  await reports();
  assert(await isThere());
  // The curve takes a press that lasts, too.
  // Once it stands still: the list above it grows.
  await page.locator('.curve').hover({ position: { x: 2, y: 20 } });
  await page.mouse.down();
  await reports();
  await page.mouse.up();
  await until(async () => /at=0/.test(await hash(page)), 'the start');
  assert.deepEqual(faults, []);
  await context.close();
});

test('a review survives a reload, and a retry hides and judges', { skip }, async () => {
  const { page, faults, context, settle } = await show('tictactoe', TURN.tictactoe);
  for (const name of ['b2', 'b1', 'c3']) {
    await click(page, name);
    await page.waitForSelector(`.board [data-at="${name}"] .black, .board [data-at="${name}"] .white`);
  }
  await button(page, 'Review the game').click();
  await page.waitForSelector('.mistakes li');
  const mistake = await text(page, '.mistakes li');
  assert.match(mistake, /b1.*better [ac][13]/);
  const better = /better (\w\d)/.exec(mistake)?.[1] ?? '';
  await settle();
  await page.reload();
  await page.waitForSelector('.mistakes li');
  assert.equal(await text(page, '.mistakes li'), mistake);
  assert.equal(await page.locator('.curve svg').count(), 1);
  await page.locator('.mistakes button', { hasText: 'Retry' }).first().click();
  await until(async () => /find the better move/.test(await text(page, '.answer')), 'the task');
  assert.doesNotMatch(await text(page, '.mistakes li'), /better/);
  await click(page, 'a2');
  await until(async () => /a2 loses 50 %, too/.test(await text(page, '.answer')), 'a bad try');
  await page.locator('.answer button', { hasText: 'Retry' }).click();
  await until(async () => /find the better move/.test(await text(page, '.answer')), 'the task again');
  await click(page, better);
  await until(async () => new RegExp(`${better}: that is it`).test(await text(page, '.answer')), 'a good try');
  await button(page, 'Show the better move').click();
  await until(async () => /Better is/.test(await text(page, '.answer')), 'the answer');
  assert.deepEqual(faults, []);
  await context.close();
});

test('a record of Hex keeps its variations and comments, saved in mid-game', { skip }, async () => {
  const { page, faults, context, settle } = await show('hex', '5x5');
  await load(page, 'tree.sgf', '(;FF[4]GM[11]SZ[5]C[root];B[c2]C[good \\] one](;W[b3];B[a4])(;W[b4];B[d1](;W[e1])(;W[e2])))');
  await until(async () => (await moves(page)).length === 7, 'all variations');
  await settle();
  await button(page, 'First position').click();
  await until(async () => /at=0/.test(await hash(page)), 'the start');
  assert.equal(await text(page, '.comment'), 'root');
  await button(page, 'One move on').click();
  await until(async () => (await text(page, '.comment')) === 'good ] one', 'the comment of the move');
  const saved = await save(page, 'sgf');
  for (const part of ['SZ[5]', 'C[root]', ';B[c2]C[good \\] one]', '(;W[b3];B[a4])', '(;W[b4];B[d1]', '(;W[e1])', '(;W[e2])']) assert(saved.includes(part), `${part} in ${saved}`);
  assert.match(await hash(page), /at=1/);
  const json = JSON.parse(await save(page, 'json'));
  assert.deepEqual([json.game, json.position], ['hex', '5x5 b:c2 w:b3 b:a4']);
  await settle();
  await page.reload();
  await until(async () => (await moves(page)).length === 7, 'all variations after a reload');
  await menu(page, 'Position as text…');
  await page.locator('dialog textarea').fill('4x4');
  await button(page, 'Set').click();
  await until(async () => /start=4x4/.test(await hash(page)), 'another game');
  await load(page, 'again.sgf', saved);
  await until(async () => (await moves(page)).length === 7, 'all variations again');
  assert.deepEqual(faults, []);
  await context.close();
});

test('a game with tags keeps them and all of its moves', { skip }, async () => {
  const { page, faults, context } = await show('connect4', '7x6');
  await load(page, 'game.pgn', '[Game "connect4"]\n[Event "Paris \\"24\\""]\n[Start "7x6"]\n[Result "*"]\n\nb:4 {the centre} w:4 b:3\n');
  await until(async () => (await moves(page)).length === 3, 'the moves');
  await button(page, 'First position').click();
  await until(async () => /at=0/.test(await hash(page)), 'the start');
  assert.equal(await save(page, 'pgn'), '[Game "connect4"]\n[Start "7x6"]\n[Event "Paris \\"24\\""]\n\nb:4 w:4 b:3\n');
  assert.equal(JSON.parse(await save(page, 'json')).position, '443');
  assert.deepEqual(faults, []);
  await context.close();
});

for (const game of ['tictactoe', 'nim', 'hex']) {
  test(`${game}: a file of JSON has the moves and the settings`, { skip }, async () => {
    const { page, faults, context } = await show(game, TURN[game], 'en', game === 'hex' ? 'param swap pieces' : '');
    const places = page.locator('.board [data-at]');
    await places.first().click();
    await until(async () => /moves=/.test(await hash(page)), 'a move');
    const before = await hash(page);
    const file = await save(page, 'json');
    await button(page, 'New game').click();
    await page.locator('dialog .primary').click();
    await until(async () => !/moves=/.test(await hash(page)), 'a new game');
    await load(page, 'saved.json', file);
    await until(async () => (await hash(page)) === before, `the game that was saved: ${before}`);
    assert.deepEqual(faults, []);
    await context.close();
  });
}

test('a record of Hex keeps the swap rule, whatever the page had before', { skip }, async () => {
  const { page, faults, context } = await show('hex', '5x5', 'en', 'param swap pieces');
  await page.locator('.board [data-at="d4"]').click();
  await until(async () => /or swap/.test(await text(page, '.status')), 'a swap is offered');
  const file = await save(page, 'sgf');
  assert.match(file, /RU\[swap-pieces\]/);
  const plain = await show('hex', '4x4');
  await load(plain.page, 'swap.sgf', file);
  await until(async () => /or swap/.test(await text(plain.page, '.status')), 'it is offered here, too');
  await load(page, 'plain.sgf', '(;GM[11]SZ[5];B[c3])');
  await until(async () => /setup=param\+?.*none/.test(await hash(page)), 'and not of a record without the rule');
  assert.deepEqual([...faults, ...plain.faults], []);
  await Promise.all([context.close(), plain.context.close()]);
});

test('a large graph is reviewed as it is, and saved with its moves', { skip }, async () => {
  const { page, faults, context } = await show('graph', TURN.graph);
  // From even vertices the way leads on or back to the begin, where the other player wins.
  const lines = Array.from({ length: 3000 }, (_, n) => `v${n} ${1 + (n % 2)} - v${n + 1}${n % 2 ? '' : ' lost'}`);
  await load(page, 'long.game', `${lines.join('\n')}\nv3000 1 G1\nlost 1 G2\n`);
  await until(async () => /start=at v0/.test(await hash(page)), 'the graph is loaded');
  for (const name of ['v1', 'v2', 'lost']) {
    await page.locator(`.board [data-at="${name}"]`).click();
    await until(async () => (await hash(page)).includes(`play ${name === 'v2' ? 'w' : 'b'} ${name}`), name);
  }
  await button(page, 'Review the game').click();
  await until(async () => /lost/.test(await text(page, '.review')), 'the mistake is found');
  const saved = await save(page, 'txt');
  assert.match(saved, /^load_part .*play b lost$/ms);
  const before = await hash(page);
  await page.reload();
  await button(page, 'New game').click();
  await page.locator('dialog .primary').click();
  await until(async () => /start=game/.test(await hash(page)), 'another graph');
  await load(page, 'moves.txt', saved);
  await until(async () => (await hash(page)) === before, 'the graph with its moves');
  assert.deepEqual(faults, []);
  await context.close();
});

test('forms that the engine reads are opened, and what cannot be is told', { skip }, async () => {
  const graph = await show('graph', TURN.graph);
  await load(graph.page, 'lines.game', 'game 3 0\n0 1 - 1 2\n1 2 - 2\n2 1 G1\n');
  const drawn = () => graph.page.locator('.board [data-at]').count();
  await until(async () => (await drawn()) === 3 || /error|line/.test(await text(graph.page, '#messages')), 'the graph or a reason');
  await load(graph.page, 'drawn.dot', '# a comment\ndigraph {\n  a [owner=1]; b [owner=2 goal=G1];\n  a -> b\n}\n');
  await until(async () => (await drawn()) === 2, 'the graph of a .dot file');
  const dots = await show('dots', TURN.dots);
  await load(dots.page, 'moves.json', '{"game": "dots", "position": "1x2 1100000 b"}\n');
  await until(async () => /start=1x2 1100000 b/.test(await hash(dots.page)), 'the engine\'s own form');
  await load(dots.page, 'damaged.json', '{"game": "dots", "record": 5, "setup": 7}\n');
  await until(async () => /\w/.test(await text(dots.page, '#messages')), 'the file is refused');
  for (const [name, moves] of [['first', 'b:h0,0 w:h9,9 b:h0,1'], ['last', 'b:h0,0 w:h0,1 b:h0,0']]) {
    const record = `[Game "dots"]\n[Start "1x2 0000000 b"]\n\n${moves}\n`;
    await load(dots.page, `${name}.json`, JSON.stringify({ game: 'dots', record }));
    await until(async () => /h9,9|h0,0/.test(await text(dots.page, '#messages')), `a record whose ${name} move is none`);
    assert.match(await hash(dots.page), /start=1x2 1100000 b/);
    await load(dots.page, 'nothing.txt', '# only a comment\n');
    await until(async () => /nothing in it/.test(await text(dots.page, '#messages')), 'the next message');
  }
  await load(dots.page, 'large.txt', 'x'.repeat(70000));
  await until(async () => /too large/.test(await text(dots.page, '#messages')), 'too large');
  await load(dots.page, 'broken.gz', Buffer.from('no gzip'));
  await until(async () => /damaged/.test(await text(dots.page, '#messages')), 'damaged');
  await load(dots.page, 'nothing.txt', '# only a comment\n');
  await until(async () => /nothing in it/.test(await text(dots.page, '#messages')), 'nothing');
  assert.match(await hash(dots.page), /start=1x2 1100000 b/);
  const hashi = await show('hashi', PUZZLES.hashi);
  await hashi.page.locator('.menu summary').waitFor();
  await load(hashi.page, 'begun.txt', '# begun\n2.2\n...\n2.2\n');
  await until(async () => /start=3x3/.test(await hash(hashi.page)), 'rows below a comment');
  assert.match(await save(hashi.page, 'pzpr'), /^pzprv3/);
  assert.deepEqual([...graph.faults, ...dots.faults, ...hashi.faults], []);
  await Promise.all([graph, dots, hashi].map(({ context }) => context.close()));
});

for (const language of ['en', 'fr']) {
  test(`what the tools answer is a sentence (${language})`, { skip }, async () => {
    for (const [game, start] of Object.entries({ ...TURN, ...PUZZLES, hex: '5x5' })) {
      const { page, faults, context, settle } = await show(game, start, language);
      const { default: module } = await import(`../../src/games/${game}/page.js`);
      const words = JSON.parse(readFileSync(new URL(`../../src/games/${game}/words.${language}.json`, import.meta.url), 'utf8'));
      const core = JSON.parse(readFileSync(new URL(`../../src/serve/page/words/${language}.json`, import.meta.url), 'utf8'));
      for (const tool of module.tools) {
        const key = tool.key ?? tool;
        // These say nothing by themselves: two places are picked first, the drawing changes.
        if (['links', 'next', 'grid'].includes(key)) continue;
        await button(page, words.tools?.[key] ?? core.tools[key]).click();
        await page.waitForSelector('.answer :is(.words, .reasons)');
        await settle();
        const said = await text(page, '.answer :is(.words, .reasons)');
        assert.match(said, /^[\p{Lu}\d].* .*[.!]$/su, `${game} ${key}: ${said}`);
        assert.doesNotMatch(said, /\w=|[{}[\]]|_/, `${game} ${key}: ${said}`);
      }
      assert.deepEqual(faults, []);
      await context.close();
    }
  });
}
