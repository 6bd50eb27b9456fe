/**
 * @file Figures of the page, on a machine that does nothing else: `npm run measure` prints the time from a click to the drawn reply
 * while eight tabs search, the first view, frames while robots glide, the size of the files, and what an idle server needs.
 */

import { readdirSync, readFileSync } from 'node:fs';
import { browse, open, serve, skip } from './server.js';

const TABS = 8;
const MOVES = 200;

if (skip) throw new Error(skip);
const [server, browser] = await Promise.all([serve(), browse()]);
const id = server.process.pid;

/** @param {string} what @param {string} figure */
const print = (what, figure) => console.log(`${what.padEnd(48)} ${figure}`);
const wait = (/** @type {number} */ ms) => new Promise((resolve) => setTimeout(resolve, ms));
/** The value below which a part of the values lies. @param {number[]} values @param {number} part */
const quantile = (values, part) => [...values].sort((one, other) => one - other)[Math.min(values.length - 1, Math.floor(values.length * part))];

/** Resident memory of the server in megabytes. */
const memory = () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${id}/status`, 'utf8'))?.[1]) / 1024;
/** Ticks of the processor that the server has used, a hundredth of a second each. */
const ticks = () => {
  const words = readFileSync(`/proc/${id}/stat`, 'utf8').split(') ')[1].split(' ');
  return Number(words[11]) + Number(words[12]);
};

async function measureIdle() {
  await wait(1000);
  const before = ticks();
  await wait(10000);
  print('idle, no tab: memory, processor in 10 s', `${memory().toFixed(1)} MB, ${(ticks() - before) * 10} ms`);
}

async function measureFiles() {
  const context = await browser.newContext();
  const { page } = await open(context, `${server.address}&game=hex`);
  const games = await page.$$eval('nav a', (links) => links.map((link) => /** @type {HTMLElement} */ (link).dataset.name));
  const core = ['/', '/style.css', '/icon.svg', '/words/en.json', '/words/fr.json', '/words/games.en.json', '/words/games.fr.json', ...readdirSync(new URL('../../src/serve/page/web', import.meta.url))
    .filter((name) => name.endsWith('.js')).map((name) => `/${name}`)];
  const sizes = await page.evaluate((paths) => Promise.all(paths.map(async (path) => (await (await fetch(path)).arrayBuffer()).byteLength)),
    [...core, ...games.map((name) => `/games/${name}.js`)]);
  print('files of the page', `${(sizes.reduce((sum, size) => sum + size, 0) / 1000).toFixed(1)} kB`);
  await context.close();
}

/** Milliseconds from the opening of the socket to the first drawing. */
async function measureFirstView() {
  const times = [];
  for (let count = 0; count < 10; count++) {
    const context = await browser.newContext();
    await context.addInitScript(() => {
      const Socket = window.WebSocket;
      window.WebSocket = class extends Socket {
        /** @param {string} address */
        constructor(address) {
          super(address);
          this.addEventListener('open', () => (/** @type {any} */ (window).openedAt = performance.now()));
        }
      };
      new MutationObserver(() => {
        const all = /** @type {any} */ (window);
        if (document.querySelector('.board svg')) all.shownAt ??= performance.now();
      }).observe(document, { childList: true, subtree: true });
    });
    const { page } = await open(context, `${server.address}&game=hex&start=11x11`);
    times.push(await page.evaluate(() => /** @type {any} */ (window).shownAt - /** @type {any} */ (window).openedAt));
    await context.close();
  }
  print('first view after the socket opens', `median ${quantile(times, 0.5).toFixed(0)} ms, most ${Math.max(...times).toFixed(0)} ms`);
}

/** From a click to the drawn move, and how much of it the page waits for the engine. @param {import('playwright-core').Page} page */
async function clickThrough(page) {
  return page.evaluate(async (count) => {
    const sent = WebSocket.prototype.send;
    let [sentAt, repliedAt] = [0, 0];
    /** @type {WeakSet<WebSocket>} */
    const known = new WeakSet();
    WebSocket.prototype.send = function send(data) {
      if (!known.has(this)) this.addEventListener('message', () => (repliedAt = performance.now()));
      known.add(this);
      if (/ play /.test(String(data))) sentAt = performance.now();
      sent.call(this, data);
    };
    const results = [];
    for (let number = 0; number < count; number++) {
      const places = [...document.querySelectorAll('.board [data-at]')].filter((shape) => !shape.querySelector('circle'));
      const shape = places[Math.floor(Math.random() * places.length)];
      const begin = performance.now();
      shape.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
      window.dispatchEvent(new PointerEvent('pointerup'));
      await new Promise((resolve) => {
        const watch = new MutationObserver(() => {
          if (!shape.querySelector('circle')) return;
          watch.disconnect();
          resolve(null);
        });
        watch.observe(shape, { childList: true, subtree: true });
      });
      const engine = repliedAt - sentAt;
      // The next frame, with its layout and paint done.
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
      results.push([performance.now() - begin, engine]);
      if (places.length < 20) {
        /** @type {HTMLElement} */ (document.querySelector('.steps button')).click();
        await new Promise((resolve) => setTimeout(resolve, 300));
      }
      await new Promise((resolve) => setTimeout(resolve, 30));
    }
    return results;
  }, MOVES);
}

async function measureReply() {
  const context = await browser.newContext();
  const show = async () => {
    const { page } = await open(context, `${server.address}&game=hex&start=13x13`);
    for (const color of ['black', 'white']) await page.locator(`select[name=${color}]`).selectOption('0');
    return page;
  };
  const page = await show();
  const print2 = (/** @type {string} */ what, /** @type {number[][]} */ results) => {
    const own = results.map(([all, engine]) => all - engine);
    print(what, `p50 ${quantile(own, 0.5).toFixed(1)} ms, p95 ${quantile(own, 0.95).toFixed(1)} ms beside the engine's p95 ${
      quantile(results.map(([, engine]) => engine), 0.95).toFixed(1)} ms`);
  };
  print2('click to drawn, one tab', await clickThrough(page));
  for (let number = 0; number < TABS; number++) {
    const tab = await show();
    await tab.getByLabel(/Analysis/).check();
  }
  await page.bringToFront();
  print2(`click to drawn, ${TABS} tabs search`, await clickThrough(page));
  print(`memory with ${TABS + 1} tabs`, `${memory().toFixed(1)} MB`);
  await context.close();
  await wait(2000);
  print('memory after all tabs are closed', `${memory().toFixed(1)} MB`);
}

async function measureFrames() {
  const context = await browser.newContext();
  const { page } = await open(context, `${server.address}&game=ricochet&start=${encodeURIComponent('5x5:9111380002800028000244446 red=0 green=4 blue=20 yellow=24 target=red@12')}`);
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.focus('.board [tabindex="0"]');
  const frames = page.evaluate(() => new Promise((resolve) => {
    const times = /** @type {number[]} */ ([]);
    const step = (/** @type {number} */ now) => (times.push(now), times.length < 120 ? requestAnimationFrame(step) : resolve(times));
    requestAnimationFrame(step);
  }));
  for (const key of ['r', 'ArrowRight', 'ArrowDown', 'ArrowLeft', 'ArrowUp', 'ArrowRight', 'ArrowDown']) {
    await page.keyboard.press(key);
    await wait(200);
  }
  const times = /** @type {number[]} */ (await frames);
  const gaps = times.slice(1).map((time, index) => time - times[index]);
  print('frames while robots glide', `p50 ${quantile(gaps, 0.5).toFixed(1)} ms, p95 ${quantile(gaps, 0.95).toFixed(1)} ms apart`);
  await context.close();
}

await measureIdle();
await measureFiles();
await measureFirstView();
await measureFrames();
await measureReply();
await browser.close();
await server.end();
