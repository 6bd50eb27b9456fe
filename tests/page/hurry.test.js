/** @file A user in a hurry: what is clicked before the thing before is done. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clickAll, setStage, showOn, skip, until } from './server.js';
import { TURN } from './starts.js';

const stage = setStage();

/** @param {string} game @param {string} start @param {(shown: import('./server.js').Shown) => Promise<void>} act @param {Object<string, *>} [kept] */
const onPage = (game, start, act, kept) => showOn(stage, { game, start }, act, kept);

const click = (/** @type {*} */ page, /** @type {string} */ name) => page.locator(`.board [data-at="${name}"]`).click();
const dialog = (/** @type {*} */ page, /** @type {string} */ name) => page.locator('dialog').getByRole('button', { name, exact: true }).click();
const text = async (/** @type {*} */ page, /** @type {string} */ part) => (await page.textContent(part)) ?? '';
const wordsOf = (/** @type {*} */ page) => page.evaluate(() => Object.fromEntries(new URLSearchParams(location.hash.slice(1))));
const stones = (/** @type {*} */ page) => page.locator('.board [data-at] .black, .board [data-at] .white').count();

for (const [game, start] of Object.entries({ hex: '5x5', hashi: '7x7m2:a1d24a4a3h2r2b3a4c3' })) {
  test(`${game}: another game that is chosen while a puzzle is made keeps its own board`, { skip }, () =>
    onPage(game, start, async ({ page, settle }) => {
      await clickAll(page, 'New puzzle', 'tictactoe');
      await settle();
      await click(page, 'b2');
      await settle();
      assert.ok(await page.locator('.board [data-at=b2] .black').count());
      assert.equal((await wordsOf(page)).game, 'tictactoe');
    }));
}

test('of two games chosen at once the last one is shown', { skip }, () =>
  onPage('hex', '5x5', async ({ page, settle }) => {
    await page.route('**/games/graph.js', async (route) => {
      await new Promise((done) => setTimeout(done, 300));
      await route.continue();
    });
    await clickAll(page, 'graph', 'nim');
    await page.waitForTimeout(600);
    await settle();
    assert.equal(await page.title(), 'Nim · ludion');
    assert.equal((await wordsOf(page)).game, 'nim');
  }));

test('a step back while a puzzle is made leaves the puzzle', { skip }, () =>
  onPage('hashi', '7x7m2:a1d24a4a3h2r2b3a4c3', async ({ page, settle }) => {
    const before = await wordsOf(page);
    await clickAll(page, 'New puzzle', 'Start again');
    await settle();
    const isPuzzle = Boolean(await page.locator('.tasks.active').count());
    assert.equal((await wordsOf(page)).start === before.start, !isPuzzle);
  }));

test('a puzzle asked for twice, and stopped, gives the engine its seat back', { skip }, () =>
  onPage('hex', '5x5', async ({ page, settle }) => {
    await page.locator('select[name=task]').selectOption('easy');
    await clickAll(page, 'New puzzle', 'New puzzle');
    await until(async () => /rating/.test(await text(page, '.tasks .task')), 'the puzzle', 90);
    await settle();
    assert.equal(await page.locator('select[name=white]').inputValue(), '0');
    await page.locator('select[name=task]').selectOption('extreme');
    await clickAll(page, 'New puzzle');
    await page.waitForTimeout(30);
    await page.keyboard.press('Escape');
    await settle();
    assert.equal(await text(page, '#messages'), '');
    await clickAll(page, 'New game');
    await dialog(page, 'Begin');
    await settle();
    assert.equal(await page.locator('select[name=white]').inputValue(), '5');
  }));

test('after a reload the engine still leaves a puzzle to the user, and remembers its seat', { skip }, () =>
  onPage('tictactoe', TURN.tictactoe, async ({ page, settle }) => {
    await clickAll(page, 'New puzzle');
    await until(async () => /rating/.test(await text(page, '.tasks .task')), 'the puzzle', 90);
    await settle();
    const before = await stones(page);
    await page.reload();
    await page.waitForSelector('.board svg');
    await settle();
    assert.equal(await page.locator('select[name=white]').inputValue(), '0');
    assert.equal(await stones(page), before);
    await clickAll(page, 'Engine move');
    await settle();
    await until(async () => (await stones(page)) > before, 'the move');
    await settle();
    await page.reload();
    await page.waitForSelector('.board svg');
    await settle();
    assert.equal(await page.evaluate(() => localStorage.getItem('ludion.solved')), null);
    await clickAll(page, 'New game');
    await dialog(page, 'Begin');
    await settle();
    assert.equal(await page.locator('select[name=white]').inputValue(), '5');
  }));

test('a dialog goes with its game', { skip }, () =>
  onPage('hex', '5x5', async ({ page, settle }) => {
    await clickAll(page, 'New game');
    await page.waitForSelector('dialog');
    await page.evaluate(() => (location.hash = '#game=nim'));
    await settle();
    assert.equal(await page.locator('dialog').count(), 0);
  }));

test('the clock of the engine runs at its first move, and a person resigns while it thinks', { skip }, () =>
  onPage('hex', '9x9', async ({ page, settle }) => {
    await clickAll(page, 'New game');
    await page.locator('dialog select[name=clock]').selectOption('5');
    await page.locator('dialog select[name=seconds]').selectOption('10');
    await dialog(page, 'Begin');
    await until(async () => /thinking/.test(await text(page, '.status')), 'the engine thinks');
    assert.match(await text(page, '.clock'), /Black.*Red/);
    await clickAll(page, 'Resign');
    await settle();
    assert.match(await text(page, '.status'), /Black wins: the other side resigned/);
  }, { 'ludion.turn.hex': { black: 10, white: 0 } }));

test('a large heap is one place that asks how many', { skip }, () =>
  onPage('nim', '1000 7 b', async ({ page, settle }) => {
    await page.locator('select[name=white]').selectOption('0');
    await click(page, '1-1000');
    await page.locator('dialog input').fill('993');
    await dialog(page, 'OK');
    await settle();
    assert.equal((await wordsOf(page)).moves, 'play b 1-993');
    assert.equal(await page.locator('.board .stick').count(), 14);
  }));

test('quick clicks in the editor of Hex all count', { skip }, () =>
  onPage('hex', '5x5', async ({ page, settle }) => {
    await clickAll(page, 'Edit the position');
    await settle();
    await page.evaluate(() => {
      for (const name of ['a1', 'b2', 'c3', 'd4', 'e5']) {
        const shape = /** @type {Element} */ (document.querySelector(`.board [data-at=${name}]`));
        const { x, y, width, height } = shape.getBoundingClientRect();
        const place = { bubbles: true, clientX: x + width / 2, clientY: y + height / 2 };
        shape.dispatchEvent(new PointerEvent('pointerdown', place));
        window.dispatchEvent(new PointerEvent('pointerup', place));
      }
    });
    await settle();
    assert.equal(await stones(page), 5);
  }));

test('a click on what is gone once the editor is open does nothing', { skip }, () =>
  onPage('nim', '3 5 b', async ({ page, settle }) => {
    await page.locator('select[name=white]').selectOption('0');
    await settle();
    await page.evaluate(() => {
      const take = () => {
        const shape = /** @type {Element} */ (document.querySelector('.board [data-at="1-3"]'));
        const { x, y, width, height } = shape.getBoundingClientRect();
        const place = { bubbles: true, clientX: x + width / 2, clientY: y + height / 2 };
        shape.dispatchEvent(new PointerEvent('pointerdown', place));
        window.dispatchEvent(new PointerEvent('pointerup', place));
      };
      const edit = /** @type {HTMLElement} */ ([...document.querySelectorAll('aside button')].find((one) => one.textContent === 'Edit the position'));
      // The editor is opened when the move is on its way, and the board still shows the matches.
      const { send } = WebSocket.prototype;
      WebSocket.prototype.send = function (line) {
        send.call(this, line);
        if (!String(line).includes('play b 1-3')) return;
        WebSocket.prototype.send = send;
        edit.click();
        take();
      };
      take();
    });
    await page.getByRole('button', { name: 'Done', exact: true }).click();
    await settle();
    assert.match((await wordsOf(page)).start ?? '', /^(0 )?5 w/);
  }));

test('a click on a solution that is shown leads back, and makes no bridge', { skip }, () =>
  onPage('hashi', '7x7m2:a1d24a4a3h2r2b3a4c3', async ({ page, settle }) => {
    await clickAll(page, 'Solution');
    await settle();
    // What is asked meanwhile draws nothing.
    await clickAll(page, 'How hard?');
    await settle();
    const shown = await page.locator('.board .bridge').count();
    assert.ok(shown > 0);
    await page.locator('.board [data-at*="-"]').first().click({ force: true });
    await settle();
    assert.equal(await page.locator('.board .bridge').count(), 0);
    assert.ok(await page.locator('.answer').isHidden());
  }));

test('a new board begins a new round of a duel', { skip }, () =>
  onPage('ricochet', '', async ({ page, settle }) => {
    await clickAll(page, 'Duel');
    await dialog(page, 'Begin');
    await page.locator('.duel select').first().selectOption('9');
    await clickAll(page, 'New board');
    await dialog(page, 'Begin');
    await settle();
    await until(async () => (await page.locator('.duel select').first().inputValue()) === '', 'no bid');
  }));

test('the keyboard bids the most moves first, and bids nothing where the duel begins', { skip }, () =>
  onPage('ricochet', '', async ({ page, settle }) => {
    await clickAll(page, 'Duel');
    await dialog(page, 'Begin');
    await settle();
    await page.keyboard.press('ArrowDown');
    const bid = page.getByLabel('Bid of Ann');
    assert.equal(await bid.inputValue(), '');
    await bid.focus();
    await page.keyboard.press('ArrowDown');
    assert.equal(await bid.inputValue(), '30');
  }));

test('an island that is picked is let go with its light', { skip }, () =>
  onPage('hashi', '7x7m2:a1d24a4a3h2r2b3a4c3', async ({ page, settle }) => {
    const bridges = () => page.locator('.board .bridge').count();
    await click(page, '0,1');
    await clickAll(page, 'Start again');
    await settle();
    await click(page, '0,6');
    await settle();
    assert.equal(await bridges(), 0);
    await click(page, '0,1');
    await settle();
    assert.equal(await bridges(), 1);
  }));

test('a board that is asked for while another one is made is refused aloud', { skip }, () =>
  onPage('hashi', '7x7m2:a1d24a4a3h2r2b3a4c3', async ({ page }) => {
    await clickAll(page, 'New puzzle', 'New puzzle');
    assert.match(await text(page, '#messages'), /Making/);
  }));

test('Escape ends the choice of two places, and its answer goes', { skip }, () =>
  onPage('hex', '5x5', async ({ page, settle }) => {
    await clickAll(page, 'Connections');
    assert.ok(await page.locator('.answer').isVisible());
    await page.keyboard.press('Escape');
    await settle();
    assert.ok(await page.locator('.answer').isHidden());
  }));

test('Escape closes the menu and lets the engine think; the first Tab leads to the board', { skip }, () =>
  onPage('hex', '9x9', async ({ page, settle }) => {
    await page.keyboard.press('Tab');
    assert.equal(await page.evaluate(() => document.activeElement?.className), 'skip');
    await page.locator('select[name=black]').selectOption('10');
    await until(async () => /thinking/.test(await text(page, '.status')), 'the engine thinks');
    await page.locator('.menu summary').click();
    await page.keyboard.press('Escape');
    assert.equal(await page.locator('.menu[open]').count(), 0);
    assert.match(await text(page, '.status'), /thinking/);
    await page.keyboard.press('Escape');
    await settle();
  }));

test('the rules of the board are told, in both languages', { skip }, async () => {
  await onPage('tictactoe', '4 4 4 misere=1 ..../..../..../....', async ({ page }) => {
    assert.match(await text(page, '.gesture'), /4 in a row.* loses/);
  });
  await onPage('nim', '3 4 octal=0.77 b', async ({ page }) => {
    assert.match(await text(page, '.gesture'), /Kayles.*dernier coup gagne/);
    await page.locator('.tasks .primary').click();
    await until(async () => /coup (gagne|perd)/.test(await text(page, '.tasks .task')), 'the task in French', 90);
  }, { 'ludion.language': 'fr' });
});

test('engines play on when a seat is changed while a move is on its way', { skip }, () =>
  onPage('tictactoe', TURN.tictactoe, async ({ page, settle }) => {
    await page.evaluate(() => {
      const { send } = WebSocket.prototype;
      WebSocket.prototype.send = function (line) {
        send.call(this, line);
        if (!/^\d+ play /.test(String(line))) return;
        WebSocket.prototype.send = send;
        const seat = /** @type {HTMLSelectElement} */ (document.querySelector('select[name=white]'));
        seat.value = '2';
        // When the move is on its way.
        queueMicrotask(() => seat.dispatchEvent(new Event('change')));
      };
    });
    await page.locator('select[name=black]').selectOption('1');
    await until(async () => /wins|A draw/.test(await text(page, '.status')), 'the end of the game', 40);
    await settle();
    assert.equal(await text(page, '#messages'), '');
  }, { 'ludion.turn.tictactoe': { black: 0, white: 1, seconds: 0.5 } }));

test('where an engine rests the page says how it goes on', { skip }, () =>
  showOn(stage, { game: 'hex', start: '5x5', moves: 'play b a1', at: '1' }, async ({ page, settle }) => {
    assert.equal(await text(page, '.status'), 'Red to move: press Engine move');
    await clickAll(page, 'Engine move');
    await until(async () => (await stones(page)) === 2, 'the engine has moved');
    await settle();
    assert.equal(await text(page, '.status'), 'Black: your move');
  }));

test('a duel on a puzzle begins with another target, without help', { skip }, () =>
  onPage('ricochet', '', async ({ page, settle }) => {
    const help = () => page.getByRole('button', { name: 'Solution', exact: true }).isVisible();
    await clickAll(page, 'New puzzle');
    await until(async () => /in \d+ moves/.test(await text(page, '.tasks .task')), 'the puzzle', 90);
    await settle();
    const { start } = await wordsOf(page);
    await clickAll(page, 'Duel');
    await dialog(page, 'Begin');
    await until(async () => (await wordsOf(page)).start !== start, 'another target');
    await settle();
    assert.equal(await page.locator('.tasks.active').count(), 0);
    assert.equal(await help(), false);
    await page.keyboard.press('h');
    await settle();
    assert.equal(await page.locator('.answer:visible').count(), 0);
    await clickAll(page, 'End the duel');
    assert.equal(await help(), true);
  }));
