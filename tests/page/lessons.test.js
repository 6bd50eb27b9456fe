/** @file The lessons of all games, taken in the browser by the engine's own moves until the page says that they are learnt. */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { ask, open, setStage, skip, until } from './server.js';
import { GAMES, TURN } from './starts.js';

const stage = setStage();

const MOST_MOVES = 80;
const words = JSON.parse(readFileSync(new URL('../../src/serve/page/words/en.json', import.meta.url), 'utf8'));

/** The lessons of a game, as its file has them. @param {string} game */
const lessonsOf = (game) => JSON.parse(readFileSync(new URL(`../../src/games/${game}/lessons.json`, import.meta.url), 'utf8'));

/** @param {string} game @param {string} [language] */
async function show(game, language = 'en') {
  const context = await stage.browser.newContext({ viewport: { width: 1200, height: 900 } });
  await context.addInitScript((value) => localStorage.setItem('ludion.language', JSON.stringify(value)), language);
  const opened = await open(context, `${stage.server.address}&game=${game}`);
  await opened.page.locator('.lessons').waitFor();
  await opened.settle();
  await opened.page.locator('.lessons summary').click();
  await opened.page.locator('.lessons select').waitFor();
  return { context, ...opened };
}

const text = async (/** @type {*} */ page, /** @type {string} */ part) => (await page.textContent(`.lessons ${part}`)) ?? '';
const verdict = (/** @type {*} */ page) => page.locator('.lessons .verdict').getAttribute('data-verdict');
const learntOf = (/** @type {*} */ page, /** @type {string} */ game) => page.evaluate((/** @type {string} */ name) => JSON.parse(localStorage.getItem(`ludion.learnt.${name}`) ?? '[]'), game);

/** Begins a lesson by the menu. @param {*} page @param {number} number @param {() => Promise<void>} settle */
async function begin(page, number, settle) {
  await page.locator('.lessons select').selectOption(String(number));
  await until(async () => (await text(page, 'h2')).startsWith(`${number}. `), `lesson ${number}`);
  await settle();
}

/** The moves of a page since the begin of its record, as lines of the protocol. @param {*} page */
const linesOf = (page) => page.evaluate(() => (new URLSearchParams(location.hash.slice(1)).get('moves') ?? '').split(';').filter(Boolean));

/** Types a line of the protocol: the gestures have tests of their own. @param {*} page @param {string} line */
async function type(page, line) {
  await page.evaluate(() => document.querySelector('.protocol')?.setAttribute('open', ''));
  await page.locator('.protocol input').fill(line);
  await page.locator('.protocol input').press('Enter');
}

/** What the engine would play where a page stands: lines of the protocol. @param {*} page @param {string} game @param {*} lesson */
async function answer(page, game, lesson) {
  const start = await page.evaluate(() => new URLSearchParams(location.hash.slice(1)).get('start'));
  const there = ['param threads 1', `game ${game}`, `position ${start}`, ...await linesOf(page)];
  const request = lesson.goal === 'lose' ? 'move_values' : lesson.goal.rule ? 'hint' : 'solve';
  const reply = ask(...there, request, 'svg').slice(-2)[0];
  if (game in TURN) {
    const color = /data-to-move="(.)/.exec(ask(...there, 'svg').at(-1) ?? '')?.[1];
    const move = lesson.goal === 'lose' ? /^(\S+) loss/m.exec(reply)?.[1] : /\bmove=(\S+)/.exec(reply)?.[1];
    return [`play ${color} ${move}`];
  }
  if (lesson.goal.rule) return [`play ${reply.split(' rule=')[0]}`];
  const path = /\bpath=(\S+)/.exec(reply)?.[1].split(',');
  const words = /^solution (.*)$/m.exec(reply)?.[1] ?? '';
  const black = () => words.split('/').flatMap((row, y) => [...row].flatMap((mark, x) => (mark === 'x' ? [`black ${y},${x}`] : [])));
  return (path ?? (words.includes('/') ? black() : words.split(' '))).map((move) => `play ${move}`);
}

for (const game of GAMES) {
  test(`${game}: all lessons are taken`, { skip, timeout: 600000 }, async () => {
    const lessons = lessonsOf(game);
    const { page, faults, settle, context } = await show(game);
    assert.equal(await page.locator('.lessons option').count(), lessons.length + 1);
    for (const [at, lesson] of lessons.entries()) {
      if (at % 2) {
        // By the button, every second time.
        await page.locator('.lessons').getByRole('button', { name: 'Next lesson' }).click();
        await until(async () => (await text(page, 'h2')).startsWith(`${at + 1}. `), `lesson ${at + 1}`);
        await settle();
      } else await begin(page, at + 1, settle);
      assert.equal(await text(page, '.task'), lesson.task.en);
      assert.equal(await text(page, 'p'), lesson.text.en);
      for (let count = 0; (await verdict(page)) !== 'right'; count++) {
        assert(count < MOST_MOVES, `${game} ${at + 1}: ${await text(page, '.verdict')}`);
        for (const line of await answer(page, game, lesson)) {
          const before = (await linesOf(page)).length;
          await type(page, line);
          await until(async () => (await linesOf(page)).length > before, `${game} ${at + 1}: ${line}`);
        }
        // The engine's answer, if it has one, and the verdict.
        await settle();
        await until(async () => (await text(page, '.verdict')) !== words.tasks.judging, `${game} ${at + 1}: a verdict`);
        assert.notEqual(await verdict(page), 'wrong', `${game} ${at + 1}: ${await text(page, '.verdict')}`);
      }
      assert((await learntOf(page, game)).includes(at + 1), `${game} ${at + 1}`);
    }
    assert.match(await text(page, 'summary'), new RegExp(`\\(${lessons.length}\/${lessons.length}\\)`));
    assert.deepEqual(await page.locator('.lessons .row .primary:visible').allTextContents(), [words.lessons.puzzle]);
    await page.reload();
    await page.locator('.lessons h2').waitFor();
    assert.equal((await learntOf(page, game)).length, lessons.length);
    await page.getByRole('button', { name: words.lessons.puzzle }).click();
    // As long as the page gives the engine for a puzzle.
    await page.locator('.tasks.active').waitFor({ timeout: 90000 });
    assert.deepEqual(faults, []);
    await context.close();
  });
}

test('a mark that takes two clicks is not judged after the first', { skip, timeout: 100000 }, async () => {
  const { page, faults, settle, context } = await show('hitori');
  await begin(page, 1, settle);
  const verdicts = await page.evaluate(() => {
    const verdict = /** @type {HTMLElement} */ (document.querySelector('.lessons .verdict'));
    const seen = /** @type {string[]} */ ((/** @type {*} */ (window).seen = []));
    new MutationObserver(() => seen.push(verdict.dataset.verdict ?? '')).observe(verdict, { attributes: true, childList: true });
    return seen;
  });
  assert.deepEqual(verdicts, []);
  for (const count of [1, 2]) {
    await page.locator('.board [data-at="1,0"]').click();
    await until(async () => (await linesOf(page)).length === count, `click ${count}`);
  }
  await until(async () => (await text(page, '.verdict')).startsWith(words.lessons.open.split('{')[0]), 'right so far');
  assert(!(await page.evaluate(() => /** @type {*} */ (window).seen)).includes('wrong'));
  assert.deepEqual(faults, []);
  await context.close();
});

for (const isStopped of [false, true]) {
  test(`a new board that is asked for before a move is judged is made${isStopped ? ' until it is stopped' : ''}`, { skip, timeout: 100000 }, async () => {
    const { page, faults, settle, context } = await show('ricochet');
    await begin(page, 1, settle);
    const [line] = await answer(page, 'ricochet', lessonsOf('ricochet')[0]);
    const isMaking = async () => (await page.textContent('.status')) === words.making;
    await page.evaluate((judging) => {
      // A board that takes some seconds to make.
      localStorage.setItem('ludion.new.ricochet', JSON.stringify({ difficulty: 'impossible' }));
      Math.random = () => 0.164691358;
      const verdict = /** @type {HTMLElement} */ (document.querySelector('.lessons .verdict'));
      const press = (/** @type {string} */ name) => [...document.querySelectorAll('button')].find((one) => one.textContent === name)?.click();
      new MutationObserver((_, observer) => {
        if (verdict.textContent !== judging) return;
        observer.disconnect();
        press('New board');
        press('Begin');
      }).observe(verdict, { childList: true });
    }, words.tasks.judging);
    await type(page, line);
    await until(isMaking, 'a board is made');
    await page.waitForTimeout(1000);
    assert(await isMaking());
    if (isStopped) {
      await page.getByRole('button', { name: words.stop, exact: true }).click();
      await until(async () => (await verdict(page)) === 'right', 'the move is judged');
      assert.equal((await linesOf(page)).length, 1);
    } else {
      await until(async () => !(await isMaking()), 'the board is made');
      await settle();
      assert.equal((await linesOf(page)).length, 0);
    }
    assert.deepEqual(faults, []);
    await context.close();
  });
}

test('a wrong mark is named as the coordinates of the board name its cell', { skip, timeout: 100000 }, async () => {
  const { page, faults, settle, context } = await show('hitori');
  await begin(page, 1, settle);
  assert.deepEqual(await page.locator('.board svg .name:visible').allTextContents(), ['0', '1', '2', '3', '0', '1', '2', '3']);
  await page.locator('.board [data-at="1,1"]').click();
  await until(async () => (await verdict(page)) === 'wrong', 'it is wrong');
  assert.equal(await text(page, '.verdict'), words.tasks.wrong.replace('{0}', '1,1'));
  assert.equal(await page.locator('.board [data-at="1,1"][data-lit=wrong]').count(), 1);
  assert.deepEqual(faults, []);
  await context.close();
});

test('a wrong move is refuted, in French, and taken back', { skip, timeout: 100000 }, async () => {
  const { page, faults, settle, context } = await show('nim', 'fr');
  await begin(page, 2, settle);
  assert.equal(await text(page, '.task'), lessonsOf('nim')[1].task.fr);
  await type(page, 'play b 2-1');
  await until(async () => (await verdict(page)) === 'wrong', 'it is wrong');
  assert.match(await text(page, '.verdict'), /2-1.*Second joueur.*1-|2-1.*Second joueur.*2-/);
  assert.deepEqual(await learntOf(page, 'nim'), []);
  await page.keyboard.press('Escape');
  await page.locator('.lessons').getByRole('button', { name: 'Réessayer' }).click();
  await until(async () => (await text(page, '.verdict')) === '', 'it begins again');
  await settle();
  await type(page, 'play b 2-2');
  await until(async () => (await verdict(page)) === 'right', 'it is right');
  assert.deepEqual(await learntOf(page, 'nim'), [2]);
  assert.deepEqual(faults, []);
  await context.close();
});

test('taking back ends where a lesson begins', { skip, timeout: 100000 }, async () => {
  const { page, faults, settle, context } = await show('connect4');
  await begin(page, 1, settle);
  const set = await linesOf(page);
  assert(set.length);
  const takeBack = async () => {
    await page.getByRole('button', { name: words.takeBack }).click();
    await settle();
  };
  await takeBack();
  assert.deepEqual(await linesOf(page), set);
  await type(page, `play ${set.length % 2 ? 'w' : 'b'} 1`);
  await until(async () => (await linesOf(page)).length > set.length, 'a move');
  await settle();
  for (const _ of [1, 2, 3]) await takeBack();
  assert.match(await text(page, 'h2'), /^1\. /);
  assert.equal(await page.evaluate(() => new URLSearchParams(location.hash.slice(1)).get('at')), String(set.length));
  assert.deepEqual(faults, []);
  await context.close();
});

test('those who sat there before a lesson sit there again', { skip, timeout: 100000 }, async () => {
  const { page, settle, context } = await show('nim');
  const seats = () => page.evaluate(() => ['black', 'white'].map((color) => /** @type {HTMLSelectElement} */ (document.querySelector(`select[name=${color}]`)).value));
  const before = await seats();
  await begin(page, 3, settle);
  assert.deepEqual(await seats(), ['0', '10']);
  await begin(page, 2, settle);
  assert.deepEqual(await seats(), ['0', '0']);
  await type(page, 'position 3 4 5 b');
  await until(async () => (await seats()).join() === before.join(), 'they are back');
  assert(await page.locator('.lessons h2').isHidden());
  await context.close();
});

test('the hint of a lesson follows its goal, and a first stone that is too good is told', { skip, timeout: 100000 }, async () => {
  const { page, faults, settle, context } = await show('hex');
  await begin(page, lessonsOf('hex').findIndex((/** @type {*} */ { goal }) => goal === 'lose') + 1, settle);
  await type(page, 'play b c3');
  await until(async () => (await verdict(page)) === 'wrong', 'the centre is wrong');
  assert.equal(await text(page, '.verdict'), words.lessons.tooGood.replace('{0}', 'c3'));
  await page.locator('.lessons').getByRole('button', { name: words.tasks.retry }).click();
  await until(async () => (await text(page, '.verdict')) === '', 'it begins again');
  await settle();
  await page.getByRole('button', { name: words.hint, exact: true }).click();
  await until(async () => await page.locator('.board [data-lit]').count(), 'the hint is lit');
  await page.locator('.board [data-lit]').click();
  await until(async () => (await verdict(page)) === 'right', 'the hint is right');
  assert.deepEqual(faults, []);
  await context.close();
});

for (const [game, lesson, line, place] of /** @type {Array<[string, number, string, string]>} */ ([
  ['dots', 1, 'play b h0,1', 'h0,1'],
  ['hashi', 2, 'play 0,4-2,4:2', '0,4-2,4'],
])) {
  test(`${game}: of a wrong line its own place is named and lit, and not the answer to it`, { skip, timeout: 100000 }, async () => {
    const { page, faults, settle, context } = await show(game);
    await begin(page, lesson, settle);
    await type(page, line);
    await until(async () => (await verdict(page)) === 'wrong', 'it is wrong');
    assert((await text(page, '.verdict')).includes(place));
    const lit = await page.locator('.board [data-lit]').evaluateAll((all) => all.map((one) => `${one.dataset.at} ${one.dataset.lit}`));
    assert.deepEqual(lit, [`${place} wrong`]);
    assert.deepEqual(faults, []);
    await context.close();
  });
}

test('a judgement that a question stops is made when that has its answer', { skip, timeout: 100000 }, async () => {
  const { page, faults, settle, context } = await show('nim');
  await begin(page, 1, settle);
  await page.evaluate((judging) => {
    const verdict = /** @type {HTMLElement} */ (document.querySelector('.lessons .verdict'));
    const watch = new MutationObserver(() => {
      if (verdict.textContent !== judging) return;
      watch.disconnect();
      /** @type {HTMLElement} */ ([...document.querySelectorAll('.panel button')].find((one) => one.textContent === 'Why?')).click();
    });
    watch.observe(verdict, { childList: true });
  }, words.tasks.judging);
  await type(page, 'play b 1-5');
  await until(async () => (await page.locator('.answer:visible').count()) && (await verdict(page)) === 'right', 'both have their answers');
  assert.deepEqual(await learntOf(page, 'nim'), [1]);
  assert.deepEqual(faults, []);
  await context.close();
});

test('a lesson goes on in another language', { skip, timeout: 100000 }, async () => {
  const context = await stage.browser.newContext({ locale: 'en' });
  const { page, faults, settle } = await open(context, `${stage.server.address}&game=nim`);
  await settle();
  await page.locator('.lessons summary').click();
  await page.locator('.lessons select').waitFor();
  await begin(page, 2, settle);
  await page.locator('select[name=language]').selectOption('fr');
  await until(async () => (await text(page, '.task').catch(() => '')) === lessonsOf('nim')[1].task.fr, 'the task in French');
  assert.deepEqual(faults, []);
  await context.close();
});

test('the verdict of a wrong move stays true when others follow it', { skip, timeout: 100000 }, async () => {
  const { page, faults, settle, context } = await show('hex');
  await begin(page, lessonsOf('hex').length, settle);
  await type(page, 'play b a1');
  await until(async () => (await verdict(page)) === 'wrong', 'it is wrong');
  const [, answer] = /after a1, Red answers (\w+)\./.exec(await text(page, '.verdict')) ?? [];
  assert(answer, await text(page, '.verdict'));
  await page.locator(`.board [data-at=${answer}]`).click();
  await settle();
  await until(async () => (await verdict(page)) === 'wrong', 'it is wrong still');
  assert.match(await text(page, '.verdict'), new RegExp(`after a1, Red answers ${answer}\\.`));
  assert.deepEqual(faults, []);
  await context.close();
});

test('the verdict of a lesson is seen on a small screen', { skip, timeout: 100000 }, async () => {
  const { page, faults, settle, context } = await show('connect4');
  await begin(page, 1, settle);
  await page.setViewportSize({ width: 360, height: 640 });
  const column = page.locator('.board [data-at="1"]');
  await column.scrollIntoViewIfNeeded();
  const { x, y, width } = /** @type {*} */ (await column.boundingBox());
  await page.mouse.click(x + width / 2, y + 40);
  await until(async () => (await verdict(page)) === 'wrong', 'it is wrong');
  await settle();
  const box = await page.locator('.lessons .verdict').boundingBox();
  assert(box && box.y >= 0 && box.y + box.height <= 640, JSON.stringify(box));
  assert.deepEqual(faults, []);
  await context.close();
});

test('dots: the score counts the boxes that are closed before a lesson begins', { skip, timeout: 100000 }, async () => {
  const { page, faults, settle, context } = await show('dots');
  const status = () => page.textContent('.status');
  await begin(page, lessonsOf('dots').findIndex(({ position }) => / b 0 2$/.test(position)) + 1, settle);
  assert.match((await status()) ?? '', /\(0 : 2\)/);
  await begin(page, lessonsOf('dots').findIndex(({ position }) => / b 2 2$/.test(position)) + 1, settle);
  await type(page, 'play b h2,0');
  await until(async () => /\(3 : 2\)/.test((await status()) ?? ''), 'a box more');
  assert.deepEqual(faults, []);
  await context.close();
});
