/** @file Firefox for the tests, driven by WebDriver BiDi: the few commands that they need, without another dependency. */

import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const firefox = ['/usr/bin/firefox-esr', '/usr/bin/firefox'].find((path) => existsSync(path));

/** Why Firefox cannot be tested here; false if it can. */
export const skip = firefox ? false : 'no Firefox: apt-get install firefox-esr';

/** Milliseconds for the start of the browser, and for each command. */
const PATIENCE = 60000;

/** Starts Firefox with a window of this size. @param {number} width @param {number} height */
export async function browse(width, height) {
  const { ws: Socket } = createRequire(import.meta.url)('playwright-core/lib/utilsBundle');
  const folder = mkdtempSync(join(tmpdir(), 'ludion-firefox-'));
  const preferences = { 'browser.shell.checkDefaultBrowser': false, 'datareporting.policy.dataSubmissionEnabled': false, 'app.update.enabled': false, 'network.captive-portal-service.enabled': false };
  writeFileSync(join(folder, 'user.js'), Object.entries(preferences).map(([key, value]) => `user_pref("${key}", ${value});\n`).join(''));
  const process = spawn(/** @type {string} */ (firefox), ['--headless', '--remote-debugging-port', '0', '--profile', folder, '--width', String(width), '--height', String(height), 'about:blank'],
    { stdio: ['ignore', 'ignore', 'pipe'], env: { ...globalThis.process.env, HOME: folder, MOZ_HEADLESS: '1' } });
  const end = () => new Promise((resolve) => {
    process.once('exit', () => resolve(rmSync(folder, { recursive: true, force: true })));
    process.kill('SIGKILL');
  });
  const address = await new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error('Firefox does not start')), PATIENCE).unref();
    let said = '';
    process.stderr.on('data', (data) => {
      said += data;
      const found = /WebDriver BiDi listening on (ws:\S+)/.exec(said);
      if (found) resolve(found[1]);
    });
    process.once('exit', () => reject(new Error(said)));
  });
  const socket = new Socket(`${address}/session`);
  await new Promise((resolve, reject) => socket.on('open', resolve).on('error', reject));
  let number = 0;
  /** @type {Map<number, {resolve: (value: any) => void, reject: (error: Error) => void}>} */
  const waiting = new Map();
  /** @type {string[]} */
  const faults = [];
  socket.on('message', (/** @type {Buffer} */ data) => {
    const { id, result, message, method, params } = JSON.parse(String(data));
    if (method === 'log.entryAdded' && params.level === 'error') faults.push(params.text);
    if (method === 'network.responseCompleted' && params.response.status >= 400) faults.push(`${params.response.status} ${params.response.url}`);
    const request = waiting.get(id);
    waiting.delete(id);
    if (result) request?.resolve(result);
    else request?.reject(new Error(message));
  });
  /** @param {string} method @param {object} params */
  const send = (method, params) => new Promise((resolve, reject) => {
    const id = ++number;
    waiting.set(id, { resolve, reject });
    setTimeout(() => waiting.delete(id) && reject(new Error(`${method} takes too long`)), PATIENCE).unref();
    socket.send(JSON.stringify({ id, method, params }));
  });
  await send('session.new', { capabilities: {} });
  await send('session.subscribe', { events: ['log.entryAdded', 'network.responseCompleted'] });
  const { contexts: [{ context }] } = await send('browsingContext.getTree', {});
  await send('browsingContext.setViewport', { context, viewport: { width, height } });

  /** Evaluates an expression in the page. @param {string} expression */
  const evaluate = async (expression) => {
    const { result, exceptionDetails } = await send('script.evaluate', { expression: `(async () => JSON.stringify(await (${expression})) ?? 'null')()`, awaitPromise: true, target: { context } });
    if (exceptionDetails) throw new Error(exceptionDetails.text);
    return JSON.parse(result.value);
  };
  /** Moves the pointer through points with its button down. @param {Array<{x: number, y: number}>} points */
  const press = (...points) => send('input.performActions', { context, actions: [{ type: 'pointer', id: 'mouse', actions: [
    { type: 'pointerMove', x: Math.round(points[0].x), y: Math.round(points[0].y) }, { type: 'pointerDown', button: 0 },
    ...points.slice(1).map(({ x, y }) => ({ type: 'pointerMove', x: Math.round(x), y: Math.round(y), duration: 60 })), { type: 'pointerUp', button: 0 }] }] });
  /** The middle of an element. @param {string} selector */
  const middle = (selector) => evaluate(`(() => {
    const element = document.querySelector(${JSON.stringify(selector)});
    element.scrollIntoView({ block: 'nearest' });
    const { x, y, width, height } = element.getBoundingClientRect();
    return { x: x + width / 2, y: y + height / 2 };
  })()`);
  return {
    faults, end, evaluate, press, middle,
    open: (/** @type {string} */ url) => send('browsingContext.navigate', { context, url, wait: 'complete' }),
    click: async (/** @type {string} */ selector) => press(await middle(selector)),
    key: (/** @type {string} */ value) => send('input.performActions', { context, actions: [{ type: 'key', id: 'keyboard', actions: [{ type: 'keyDown', value }, { type: 'keyUp', value }] }] }),
    picture: async (/** @type {string} */ path) => writeFileSync(path, Buffer.from((await send('browsingContext.captureScreenshot', { context })).data, 'base64')),
  };
}
