/** @file A running `ludion page` and a browser for the tests; both are missing on some machines, and then the tests are skipped. */

import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { after, before } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');
export const program = process.env.LUDION ?? join(process.env.CARGO_TARGET_DIR ?? join(root, 'target'), 'release/ludion');
// The shell without windows needs half the time of the whole browser.
const chromium = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'].map((name) => `/usr/bin/${name}`).find((path) => existsSync(path));

/** Why the tests cannot run here; false if they can. */
export const skip = !existsSync(program) ? `${program} is missing: cargo build --release` : !chromium ? 'no Chromium: apt-get install chromium-headless-shell' : false;

const FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update', '--disable-sync'];

/** Asks an engine on a pipe. @param {string[]} lines @returns {string[]} the replies */
export function ask(...lines) {
  const text = execFileSync(program, { input: `${lines.join('\n')}\n`, encoding: 'utf8' });
  return text.split('\n\n').filter(Boolean).map((reply) => reply.replace(/^[=?] ?/, ''));
}

/** Servers that run; one that a failed test has left would keep the whole run from ending. @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set();
after(() => running.forEach((process) => process.kill('SIGKILL')));

/** Starts the server. @param {number} [port] */
export async function serve(port = 0) {
  const process = spawn(program, ['page', '--port', String(port), '--no-open'], { stdio: ['ignore', 'pipe', 'inherit'] });
  running.add(process);
  process.once('exit', () => running.delete(process));
  const address = await new Promise((resolve, reject) => {
    process.stdout.once('data', (data) => resolve(String(data).split('\n')[0]));
    process.once('exit', () => reject(new Error('the server ended')));
  });
  const end = () => new Promise((resolve) => {
    process.once('exit', resolve);
    process.kill('SIGTERM');
  });
  return { process, address, port: Number(new URL(address).port), end };
}

/** Starts the browser. */
export async function browse() {
  const playwright = await import('playwright-core');
  return playwright.chromium.launch({ executablePath: chromium, args: FLAGS });
}

/** Starts a server and a browser before the tests of a file, and ends them after these. */
export function setStage() {
  const stage = /** @type {{server: Awaited<ReturnType<typeof serve>>, browser: import('playwright-core').Browser}} */ ({});
  before(async () => {
    if (!skip) [stage.server, stage.browser] = await Promise.all([serve(), browse()]);
  });
  after(async () => {
    await stage.browser?.close();
    await stage.server?.end();
  });
  return stage;
}

/** The words of all games, as the server puts them together. @param {string} language */
function wordsOfGames(language) {
  const file = (/** @type {string} */ game) => join(root, 'src/games', game, `words.${language}.json`);
  const games = readdirSync(join(root, 'src/games')).filter((game) => existsSync(file(game)));
  return JSON.stringify(Object.fromEntries(games.map((game) => [game, JSON.parse(readFileSync(file(game), 'utf8'))])));
}

/** Answers with a file of the sources, so that a change can be tried without a build (LUDION_SOURCES=1). @param {import('playwright-core').Route} route */
function fromSources(route) {
  const { pathname } = new URL(route.request().url());
  const language = /^\/words\/games\.(\w+)\.json$/.exec(pathname)?.[1];
  if (language) return route.fulfill({ body: wordsOfGames(language), contentType: 'application/json' });
  const game = /^\/games\/(\w+)\.js$/.exec(pathname)?.[1];
  const path = game ? `games/${game}/page.js` : pathname.startsWith('/words/') ? `serve/page${pathname}` : `serve/page/web${pathname}`;
  const contentType = path.endsWith('.css') ? 'text/css' : path.endsWith('.json') ? 'application/json' : 'text/javascript';
  return route.fulfill({ path: join(root, 'src', path), contentType });
}

/** Lets pages have the files of the sources if that is wanted. @param {import('playwright-core').BrowserContext} context */
export async function useSources(context) {
  if (process.env.LUDION_SOURCES) await context.route(/\.(js|json|css)$/, fromSources);
}

/**
 * Opens a page and gathers what must not happen: errors in its console, failed requests, requests to elsewhere.
 * @param {import('playwright-core').BrowserContext} context
 * @param {string} address
 */
export async function open(context, address) {
  const page = await context.newPage();
  // The machine may compile beside the tests.
  page.setDefaultTimeout(60000);
  /** @type {string[]} */
  const faults = [];
  const { host } = new URL(address);
  await useSources(context);
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
  page.on('pageerror', (error) => faults.push(String(error.stack)));
  page.on('response', (response) => response.status() >= 400 && faults.push(`${response.status()} ${response.url()}`));
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.host !== host && !['data:', 'blob:'].includes(url.protocol)) faults.push(`a request to ${url}`);
  });
  // The drawing is at its end at once, unless a test wants to see it move.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const settle = watchLine(page);
  await page.goto(address);
  await page.waitForSelector('.board svg');
  return { page, faults, settle };
}

/** Milliseconds of a page's own clock, more than it waits before it goes on by itself. */
const QUIET = 60;

/**
 * Watches what a page and the server say to each other.
 * @param {import('playwright-core').Page} page
 * @returns {() => Promise<void>} waits until all requests have their replies and no other follows
 */
function watchLine(page) {
  /** Requests without a reply, by socket: a review has a socket of its own. @type {Map<object, number>} */
  const pending = new Map();
  /** Scripts and words that are on their way. @type {Set<object>} */
  const loading = new Set();
  let words = 0;
  page.on('websocket', (socket) => {
    // Until it has said its key nothing else can be said.
    pending.set(socket, 1);
    const add = (/** @type {number} */ count) => pending.set(socket, (pending.get(socket) ?? 0) + count);
    socket.on('close', () => pending.delete(socket));
    socket.on('framesent', ({ payload }) => {
      words++;
      if (/^key /.test(String(payload))) add(-1);
      if (/^\d/.test(String(payload))) add(1);
    });
    socket.on('framereceived', ({ payload }) => {
      words++;
      if (/\n\n$|^\n$/.test(String(payload))) add(-1);
    });
  });
  page.on('request', (request) => ['script', 'fetch'].includes(request.resourceType()) && loading.add(request));
  for (const event of /** @type {const} */ (['requestfinished', 'requestfailed'])) page.on(event, (request) => loading.delete(request));
  return () => until(async () => {
    const before = words;
    // Timers of the page that are due have run before this one, however busy the machine is.
    await page.evaluate((wait) => new Promise((resolve) => setTimeout(resolve, wait)), QUIET);
    return words === before && !loading.size && [...pending.values()].every((count) => count <= 0);
  }, 'the page is at rest');
}

/** @typedef {{page: import('playwright-core').Page, settle: () => Promise<void>, again: () => Promise<void>, context: import('playwright-core').BrowserContext}} Shown `again` reloads the page */

/**
 * Shows a game in a browser of its own; nothing may fail on its page.
 * @param {ReturnType<typeof setStage>} stage
 * @param {Object<string, string>} words of the address
 * @param {(shown: Shown) => Promise<void>} act
 * @param {Object<string, *>} [kept] what the browser keeps
 */
export async function showOn({ browser, server }, words, act, kept = {}) {
  const context = await browser.newContext({ viewport: { width: 1200, height: 900 } });
  await context.addInitScript((values) => {
    for (const [key, value] of Object.entries(values)) if (localStorage.getItem(key) == null) localStorage.setItem(key, JSON.stringify(value));
  }, kept);
  const { page, faults, settle } = await open(context, `${server.address}&${new URLSearchParams(words)}`);
  const again = async () => {
    await page.reload();
    await page.waitForSelector('.board svg');
    await settle();
  };
  await settle();
  await act({ page, settle, again, context });
  assert.deepEqual(faults, []);
  await context.close();
}

/** Clicks what has these names, one right after the other. @param {import('playwright-core').Page} page @param {...string} names of buttons or games */
export const clickAll = (page, ...names) => page.evaluate((all) => {
  for (const name of all) {
    const element = [...document.querySelectorAll('button, nav a')].find((one) => one.textContent === name || one.getAttribute('data-name') === name);
    /** @type {HTMLElement} */ (element).click();
  }
}, names);

/** Begins a new game with values of the fields of its dialog. @param {import('playwright-core').Page} page @param {Object<string, string>} values */
export async function beginGame(page, values) {
  await page.getByRole('button', { name: 'New game', exact: true }).click();
  for (const [name, value] of Object.entries(values)) await page.locator(`dialog [name=${name}]`).selectOption(value);
  await page.getByRole('button', { name: 'Begin', exact: true }).click();
}

/** Waits until a condition on the page holds. @param {() => Promise<*>} condition @param {string} what @param {number} [seconds] */
export async function until(condition, what, seconds = 60) {
  const end = Date.now() + seconds * 1000;
  for (let pause = 30; !(await condition()); pause = Math.min(1.5 * pause, 100)) {
    if (Date.now() > end) throw new Error(`not in ${seconds} s: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}
