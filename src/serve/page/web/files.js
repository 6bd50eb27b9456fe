/** @file Records and positions as files, as links and as text. */

import { Record } from './record.js';
import { ask, chooseFile, download, h, has, say, t } from './dom.js';

/** @typedef {import('./link.js').Reply} Reply */

/** Characters of a part of a long text: in UTF-8 these are less than a line may have. */
const PART = 20000;
/** Most characters of a text that goes to the engine. */
const MAX_TEXT = 4e6;

/** The lines that load the text of a file, in parts; none begins or ends within an escape or beside a space. @param {string} text */
export function linesOf(text) {
  const lines = [];
  let rest = text.replaceAll('\\', '\\\\').replaceAll('#', '\\h').replace(/\r?\n/g, '\\n');
  while (rest.length > PART) {
    let cut = PART;
    while (cut > 1 && (/[\s\\]/.test(rest[cut - 1]) || /\s/.test(rest[cut]))) cut--;
    lines.push(`load_part ${rest.slice(0, cut)}`);
    rest = rest.slice(cut);
  }
  return text ? [...lines, `load_text ${rest}`] : [];
}

/** The lines that make the game of a text with tags: `[Start "3 5 b"]`, then `b:1-1 w:2-1`. @param {string} text */
function fromTags(text) {
  const tag = (/** @type {string} */ name) => new RegExp(`\\[${name} "((\\\\.|[^"\\\\])*)"`).exec(text)?.[1].replace(/\\(.)/g, '$1') ?? '';
  const moves = text.slice(text.lastIndexOf('"]') + 2).trim().split(/\s+/).filter(Boolean);
  return [`game ${tag('Game')}`, `position ${tag('Start')}`, ...moves.map((move) => `play ${move.replace(':', ' ')}`)];
}

/** Offers the link to this place. */
export async function share() {
  const address = new URL(location.href);
  try {
    await navigator.clipboard.writeText(address.href);
    say(t('linkCopied'));
  } catch {
    await ask(t('link'), [h('textarea', { readonly: true, rows: 4, 'aria-label': t('link') }, address.href)], t('close'));
  }
}

/** Offers the game as a file: a record of the field where there is one, else tags and moves, of a puzzle lines of the protocol. @param {*} session */
export async function save(session) {
  if (session.game.save) {
    const wasThinking = session.halt();
    await session.ready();
    const reply = await session.send(session.game.save.line);
    if (reply.ok) download(`${session.name}.${session.game.save.ending}`, `${reply.text}\n`);
    return session.after(wasThinking);
  }
  const { setup, start, text } = session.record;
  /** @type {import('./record.js').Node[]} */
  const line = session.record.line();
  if (text) return download(`${session.name}.txt`, text);
  if (session.game.kind !== 'puzzle') {
    const tag = (/** @type {string} */ name, /** @type {string} */ value) => `[${name} "${value.replace(/[\\"]/g, '\\$&')}"]\n`;
    const moves = line.map((node) => `${node.color[0]}:${node.name}`);
    return download(`${session.name}.pgn`, `${tag('Game', session.name)}${tag('Start', start)}\n${moves.join(' ')}\n`);
  }
  const lines = [`game ${session.name}`, ...setup, `position ${start}`, ...line.map((node) => node.line)];
  download(`${session.name}.txt`, `${lines.join('\n')}\n`);
}

/** Offers the drawing of the engine as a file. @param {*} session */
export async function picture(session) {
  const wasThinking = session.halt();
  await session.ready();
  const reply = await session.send(`svg ${session.overlay}`.trim());
  if (reply.ok) download(`${session.name}.svg`, reply.text);
  session.after(wasThinking);
}

/** Reads a file that the user chooses. @param {*} session */
export async function open(session) {
  const file = await chooseFile();
  if (file) await read(session, file.text, file.name);
}

/** Reads the text of a file, or what was typed. @param {*} session @param {string} text @param {string} [name] */
async function read(session, text, name = '') {
  const lines = text.split(/\r?\n/).map((line) => line.trim()).filter((line) => line && !line.startsWith('#'));
  if (lines[0]?.startsWith('game ')) return readLines(session, lines);
  if (/^\[\w+ "/.test(lines[0])) return readLines(session, fromTags(lines.join(' ')));
  if (session.game.readsParts && text.length > PART) return readLong(session, text);
  const line = text.trim().replace(/\r?\n/g, '\\n');
  const forms = session.game.read?.(text, name) ?? (session.game.kind !== 'puzzle' ? [`position ${lines.join(' ')}`]
    : [...(line.includes('\\n') ? [] : [`load ${line}`, `position ${line}`]), `load_text ${line}`]);
  for (const form of forms) {
    const reply = await session.try(form);
    if (reply.ok) return;
    if (form === forms.at(-1)) say(session.explain(reply.text), 'error');
  }
  session.engine = null;
  if (await session.show()) session.after();
}

/** Reads the text of a file that is longer than a line. The record keeps it, as its position would be as long. @param {*} session @param {string} text */
async function readLong(session, text) {
  if (text.length > MAX_TEXT) return say(t('tooLong', MAX_TEXT / 1e6), 'error');
  session.halt();
  await session.moving;
  session.engine = null;
  const replies = await Promise.all([`game ${session.name}`, ...linesOf(text)].map((line) => session.send(line)));
  const last = /** @type {Reply} */ (replies.at(-1));
  const start = /start=(\S+)/.exec(last.text)?.[1];
  if (last.ok && start) {
    const record = new Record(`at ${start}`);
    record.text = text;
    return session.take(record);
  }
  if (!last.isLost) say(session.explain(last.text), 'error');
  if (await session.show()) session.after();
}

/** Reads lines of the protocol. @param {*} session @param {string[]} lines */
async function readLines(session, lines) {
  const setup = lines.filter((line) => line.startsWith('param '));
  const start = lines.find((line) => line.startsWith('position '));
  if (lines[0] !== `game ${session.name}` || !start) return say(t('otherGame'), 'error');
  const words = new URLSearchParams({ start: start.slice(9), setup: setup.join(';') });
  words.set('moves', lines.filter((line) => line.startsWith('play ')).join(';'));
  words.set('at', '9999');
  const record = session.linked(words);
  if (!record) return say(t('otherGame'), 'error');
  await session.take(record);
}

/** Shows the position as text, to copy or to change. @param {*} session */
export async function editText(session) {
  session.halt();
  await session.ready();
  const { text } = await session.send('position');
  const data = await ask(t('position'), [
    h('p', {}, t('positionHelp')),
    h('textarea', { name: 'text', rows: 5, spellcheck: 'false', 'aria-label': t('position') }, text),
  ], t('set'));
  const wanted = String(data?.get('text') ?? '').trim();
  if (data && wanted && wanted !== text) await read(session, wanted);
  else session.after();
}
