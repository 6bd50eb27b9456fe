/** @file What must hold when things go wrong: reload, restart, many tabs, random clicks. */

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { beginGame, browse, open, serve, skip, until, useSources } from './server.js';
import { GAMES, PUZZLES, TURN } from './starts.js';

/** Clicks at random in each game; LUDION_CLICKS=1000 for a long run. */
const CLICKS = Number(process.env.LUDION_CLICKS ?? 100);

/** @type {import('playwright-core').Browser} */
let browser;
before(async () => {
  if (!skip) browser = await browse();
});
after(() => browser?.close());

const hash = (/** @type {*} */ page) => page.evaluate(() => location.hash);
const click = (/** @type {*} */ page, /** @type {string} */ name) => page.locator(`.board [data-at="${name}"]`).click();

/**
 * Opens each game in turn; nothing may fail on its page.
 * @param {*} context @param {*} server @param {Object<string, string>} starts @param {(opened: *, game: string) => Promise<void>} act
 */
async function onEach(context, server, starts, act) {
  for (const [game, start] of Object.entries(starts)) {
    const opened = await open(context, `${server.address}&${new URLSearchParams({ game, start })}`);
    await act(opened, game);
    assert.deepEqual(opened.faults, []);
    await opened.page.close();
  }
}

/** Counts the threads of a process that answer sessions. @param {number} id */
const countThreads = (id) => readdirSync(`/proc/${id}/task`).filter((task) => {
  try {
    return readFileSync(`/proc/${id}/task/${task}/comm`, 'utf8') === 'session\n';
  } catch {
    return false;
  }
}).length;

test('a reload in mid-search keeps the position, and a closed tab frees its thread', { skip }, async () => {
  const server = await serve();
  const context = await browser.newContext();
  const { page, faults } = await open(context, `${server.address}&game=hex&start=11x11`);
  await page.locator('select[name=white]').selectOption('10');
  await click(page, 'f6');
  await until(async () => /thinking/.test((await page.textContent('.status')) ?? ''), 'the engine thinks');
  const before = await hash(page);
  await page.reload();
  await page.waitForSelector('.board .black');
  assert.equal((await hash(page)).slice(0, before.length - 5), before.slice(0, -5));
  assert.deepEqual(faults, []);
  await page.close();
  await until(async () => countThreads(server.process.pid ?? 0) === 0, 'no thread is left');
  await context.close();
  await server.end();
});

test('what is begun while the page still loads is not replaced by a new game', { skip }, async () => {
  const server = await serve();
  const context = await browser.newContext();
  await context.addInitScript(() => {
    new MutationObserver((_, observer) => {
      const button = [...document.querySelectorAll('.tasks button')].find((one) => one.textContent === "Today's");
      if (!button) return;
      observer.disconnect();
      /** @type {HTMLElement} */ (button).click();
    }).observe(document, { childList: true, subtree: true });
  });
  await onEach(context, server, { tictactoe: TURN.tictactoe, hitori: PUZZLES.hitori }, async ({ page, settle }, game) => {
    await settle();
    assert.equal(await page.locator('.tasks.active').count(), 1, game);
  });
  await context.close();
  await server.end();
});

test('the editor that opens while a puzzle is made stays, with its own position', { skip }, async () => {
  const server = await serve();
  const context = await browser.newContext();
  await onEach(context, server, { nim: TURN.nim, hitori: PUZZLES.hitori }, async ({ page, settle }, game) => {
    await settle();
    const before = await hash(page);
    await page.evaluate(() => {
      for (const name of ["Today's", 'Edit the position']) {
        const button = [...document.querySelectorAll('aside button')].find((one) => one.textContent === name);
        /** @type {HTMLElement} */ (button).click();
      }
    });
    await settle();
    await page.getByRole('button', { name: 'Done', exact: true }).click();
    await settle();
    assert.equal(await hash(page), before, game);
  });
  await context.close();
  await server.end();
});

test('a server that starts again finds the page as it was', { skip }, async () => {
  let server = await serve();
  const context = await browser.newContext();
  const { page } = await open(context, `${server.address}&game=hex&start=5x5`);
  await page.locator('select[name=white]').selectOption('0');
  await beginGame(page, { size: '5', clock: '3' });
  for (const name of ['c3', 'b2', 'd4']) {
    await click(page, name);
    await page.waitForSelector(`.board [data-at="${name}"] circle`);
  }
  const before = await hash(page);
  await server.end();
  await page.waitForSelector('#banner:not([hidden])');
  // The clock stands while nobody can move.
  await page.waitForTimeout(600);
  const clock = await page.textContent('.clock');
  await page.waitForTimeout(1100);
  assert.equal(await page.textContent('.clock'), clock);
  server = await serve(server.port);
  await page.waitForSelector('#banner', { state: 'hidden' });
  await until(async () => (await page.textContent('.clock')) !== clock, 'the clock runs again');
  await until(async () => /as it was/.test((await page.textContent('#messages')) ?? ''), 'the page says so');
  assert.equal(await hash(page), before);
  await click(page, 'a1');
  await page.waitForSelector('.board [data-at="a1"] circle');
  await context.close();
  await server.end();
});

test('the engine thinks on when the server is back; a game chosen meanwhile begins then', { skip }, async () => {
  let server = await serve();
  const context = await browser.newContext();
  // Both games have been looked at: their scripts are there.
  const { page } = await open(context, `${server.address}&game=nim`);
  await page.evaluate(() => (location.hash = '#game=hex&start=9x9'));
  await page.waitForFunction(() => document.title.startsWith('Hex'));
  await page.locator('select[name=white]').selectOption('10');
  await click(page, 'e5');
  await until(async () => /thinking/.test((await page.textContent('.status')) ?? ''), 'the engine thinks');
  await server.end();
  await page.waitForSelector('#banner:not([hidden])');
  server = await serve(server.port);
  await until(async () => (await page.locator('.board [data-at] .white').count()) === 1, 'the engine has played');
  await server.end();
  await page.waitForSelector('#banner:not([hidden])');
  await page.locator('nav a[data-name=nim]').click();
  await page.waitForFunction(() => document.title.startsWith('Nim'));
  server = await serve(server.port);
  await until(async () => /start=/.test(await hash(page)), 'the game begins');
  await page.locator('select[name=white]').selectOption('0');
  await page.locator('.board [data-at]').first().click();
  await until(async () => /moves=/.test(await hash(page)), 'a move is part of the address');
  await context.close();
  await server.end();
});

test('a game whose script does not come begins when the server is back', { skip }, async () => {
  let server = await serve();
  const context = await browser.newContext();
  const { page, faults } = await open(context, `${server.address}&game=nim`);
  await server.end();
  await page.waitForSelector('#banner:not([hidden])');
  await context.route('**/games/dots.js', (route) => route.abort());
  await page.locator('nav a[data-name=dots]').click();
  await until(async () => faults.some((fault) => /Failed to load resource/.test(fault)), 'the script does not come');
  await page.waitForTimeout(300);
  assert.deepEqual(faults.filter((fault) => /imported module/.test(fault)), []);
  await context.unroute('**/games/dots.js');
  server = await serve(server.port);
  await page.waitForFunction(() => document.title.startsWith('Dots'));
  await until(async () => /game=dots.*start=/.test(await hash(page)), 'the game begins');
  await context.close();
  await server.end();
});

test('eight tabs that search, and a ninth that answers', { skip }, async () => {
  const server = await serve();
  const context = await browser.newContext();
  const tabs = [];
  for (let number = 0; number < 8; number++) {
    const tab = await open(context, `${server.address}&game=hex&start=9x9`);
    await tab.page.getByLabel(/Analysis/).check();
    tabs.push(tab);
  }
  const { page, faults } = await open(context, `${server.address}&game=tictactoe&start=${encodeURIComponent('3 3 3 .../.../...')}`);
  await page.locator('select[name=white]').selectOption('0');
  await click(page, 'b2');
  await page.waitForSelector('.board [data-at="b2"] .black');
  assert.deepEqual([...faults, ...tabs.flatMap((tab) => tab.faults)], []);
  await context.close();
  await server.end();
});

test('a wrong key is told', { skip }, async () => {
  const server = await serve();
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(server.address.replace(/key=.*/, 'key=0'));
  await page.waitForSelector('#banner:not([hidden])');
  assert.match((await page.textContent('#banner')) ?? '', /address/);
  await context.close();
  await server.end();
});

test('a link without a key says so, and its position comes with the address that was printed', { skip }, async () => {
  const server = await serve();
  const link = server.address.replace(/#.*/, '#game=nim&start=3+5+b');
  for (const isSameTab of [true, false]) {
    const fresh = await browser.newContext();
    await useSources(fresh);
    const tab = await fresh.newPage();
    await tab.goto(link);
    await tab.waitForSelector('#banner:not([hidden])');
    assert.match((await tab.textContent('#banner')) ?? '', /key of this address is missing/);
    const next = isSameTab ? tab : await fresh.newPage();
    await next.goto(server.address);
    await next.waitForSelector('.board .stick', { state: 'attached' });
    assert.match(await hash(next), /^#game=nim&start=3\+5\+b/);
    assert.equal(await next.locator('#banner').isVisible(), false);
    await fresh.close();
  }
  await server.end();
});

test('a connection that is lost while a position is read leaves the one before', { skip }, async () => {
  const server = await serve();
  const context = await browser.newContext();
  const { page, faults, settle } = await open(context, `${server.address}&game=nim&start=3+5+b`);
  await settle();
  const before = await hash(page);
  await page.locator('.menu summary').click();
  await page.getByRole('button', { name: 'Position as text…' }).click();
  await page.locator('dialog textarea').fill('7 7 b');
  await page.evaluate(() => {
    const { send } = WebSocket.prototype;
    let isLoaded = false;
    WebSocket.prototype.send = function (line) {
      isLoaded ||= / 7 7 b$/.test(String(line));
      if (!isLoaded || !/ position$/.test(String(line))) return send.call(this, line);
      WebSocket.prototype.send = send;
      this.close();
    };
  });
  await page.getByRole('button', { name: 'Set', exact: true }).click();
  await until(async () => /Connected again/.test((await page.textContent('#messages')) ?? ''), 'it is connected again');
  await settle();
  assert.equal(await hash(page), before);
  assert.equal(await page.locator('.board .stick').count(), 8);
  assert.deepEqual(faults, []);
  await context.close();
  await server.end();
});

for (const game of GAMES) {
  test(`${game}: random clicks do no harm`, { skip, timeout: 120000 + CLICKS * 500 }, async () => {
    const server = await serve();
    const context = await browser.newContext({ viewport: { width: 1000, height: 700 } });
    const { page, faults, settle } = await open(context, `${server.address}&game=${game}`);
    // Files, the other language and new pages are no part of it.
    await page.evaluate((count) => {
      let seed = 7;
      const random = () => ((seed = (seed * 48271) % 2147483647) / 2147483647);
      const pick = (/** @type {ArrayLike<Element>} */ list) => list[Math.floor(random() * list.length)];
      return new Promise((resolve) => {
        const step = () => {
          if (!count--) return resolve(null);
          const dialog = document.querySelector('dialog');
          if (dialog) pick(dialog.querySelectorAll('button')).dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
          else if (random() < 0.75 && document.querySelector('.board [data-at]')) {
            const shape = pick(document.querySelectorAll('.board [data-at], .board [data-piece]'));
            const { x, y, width, height } = shape.getBoundingClientRect();
            const place = { bubbles: true, clientX: x + width / 2, clientY: y + height / 2 };
            shape.dispatchEvent(new PointerEvent('pointerdown', place));
            window.dispatchEvent(new PointerEvent('pointerup', place));
          } else {
            const button = pick([...document.querySelectorAll('aside button')].filter((one) => !/file|picture|link|Solution|bounds/.test(one.textContent ?? '')));
            if (button instanceof HTMLElement) button.click();
          }
          // A click in the editor takes some twenty requests, and the server refuses more than 256 that wait.
          setTimeout(step, document.querySelector('.editing') ? 50 : 12);
        };
        step();
      });
    }, CLICKS);
    await page.evaluate(() => document.querySelector('dialog')?.close());
    const done = page.getByRole('button', { name: 'Done', exact: true });
    const players = page.locator('select[name=black], select[name=white]');
    // The reply that opens the editor may come after the last click, and what was clicked there after "Done". On a busy machine the
    // editor may open while the rest is set up, so it is looked for once more.
    do {
      for (let calm = 0; calm < 10; calm++) {
        await page.waitForTimeout(60);
        if (await done.isVisible()) await done.click();
        else if (!(await players.count()) || (await players.first().isVisible())) continue;
        calm = 0;
      }
      // A lesson that is played to the end seats its engine again after a reload.
      const seats = await Promise.all((await players.all()).map((box) => box.inputValue()));
      if (seats.some((seat) => seat !== '0') && (await page.locator('.lessons .task').isVisible())) await beginGame(page, {});
      // A session that is set up from the record shows the same as the one that has played all this.
      for (const box of await players.all()) await box.selectOption('0');
      const analysis = page.getByLabel('Analysis');
      if (await analysis.count()) await analysis.uncheck();
      await settle();
    } while (await done.isVisible());
    const drawing = () => page.$eval('.board svg', (svg) => {
      svg.querySelector('.marks')?.remove();
      return svg.innerHTML.replace(/ (tabindex|data-lit|style)="[^"]*"|\s+(?=<)/g, '');
    });
    const before = await drawing();
    const address = await hash(page);
    await page.reload();
    await page.waitForSelector('.board svg');
    await settle();
    assert.equal(await hash(page), address);
    assert.deepEqual((await drawing()).split('<g'), before.split('<g'));
    assert.deepEqual(faults, []);
    await context.close();
    await server.end();
  });
}
