/** @file Records and positions as files, as links and as text. */

import { Record } from './record.js';
import { write } from './sgf.js';
import { ask, chooseFile, download, h, readText, say, select, store, t } from './dom.js';

/** @typedef {import('./link.js').Reply} Reply */

/** Characters of a part of a long text: in UTF-8 these are less than a line may have. */
const PART = 20000;
/** Most bytes of a text that goes to the engine on one line. */
const MAX_LINE = 60000;
/** Most characters of a text that goes to the engine. */
const MAX_TEXT = 4e6;

/** The lines that load the text of a file, in parts; none begins or ends within an escape or beside a space. @param {string} text @param {number} [part] */
function linesOf(text, part = PART) {
  const lines = [];
  let rest = text.replaceAll('\\', '\\\\').replaceAll('#', '\\h').replace(/\r?\n/g, '\\n');
  while (rest.length > part) {
    let cut = part;
    while (cut > 1 && (/[\s\\]/.test(rest[cut - 1]) || /\s/.test(rest[cut]))) cut--;
    lines.push(`load_part ${rest.slice(0, cut)}`);
    rest = rest.slice(cut);
  }
  return text ? [...lines, `load_text ${rest}`] : [];
}

/** The lines that begin a record of a game. @param {string} name @param {Record} record */
export const beginOf = (name, { setup, text, start }) => [`game ${name}`, ...setup, ...linesOf(text), `position ${start}`];

/** The lines that make the game of a text with tags: `[Start "3 5 b"]`, then `b:1-1 w:2-1`. @param {string} text */
function fromTags(text) {
  const tag = (/** @type {string} */ name) => new RegExp(`\\[${name} "((\\\\.|[^"\\\\])*)"`).exec(text)?.[1].replace(/\\(.)/g, '$1') ?? '';
  const moves = text.replace(/\[\w+ "(?:\\.|[^"\\])*"\]|\{.*?\}|(^|\s)\d+\.+|\s(1-0|0-1|1\/2-1\/2|\*)\s*$/g, ' ').split(/\s+/).filter(Boolean);
  return [`game ${tag('Game').toLowerCase()}`, `position ${tag('Start')}`,
    ...moves.map((move) => `play ${move.replace(/^(.)\w*:/, (_, color) => `${color.toLowerCase()} `)}`)];
}

/** The text of a file that lines load: what `linesOf` made of it. @param {string[]} lines */
const textOf = (lines) => lines.filter((line) => line.startsWith('load_')).map((line) => line.replace(/^\w+ /, '')).join('')
  .replace(/\\(.)/g, (_, letter) => (/** @type {*} */ ({ n: '\n', h: '#' })[letter] ?? letter));

/** The tags of a text but for those that follow from the record. @param {string} text */
const otherTags = (text) => (text.match(/\[\w+ "(?:\\.|[^"\\])*"\]/g) ?? []).filter((tag) => !/^\[(Game|Start|Result) /.test(tag));

/** Offers the link to this place. @param {*} session */
export async function share({ record }) {
  if (record.text) return say(t('noLink'), 'error');
  const address = new URL(location.href);
  try {
    await navigator.clipboard.writeText(address.href);
    say(t('linkCopied'));
  } catch {
    await ask(t('link'), [h('textarea', { readonly: true, rows: 4, 'aria-label': t('link') }, address.href)], t('close'));
  }
}

/** The endings of the forms in which a game can be saved: what others read comes first. @param {*} session @returns {string[]} */
const formsOf = ({ game }) => game.forms ?? (game.kind === 'puzzle' ? ['txt', 'json'] : ['pgn', 'json']);

/** Offers the game as a file, in the form that the user chooses. @param {*} session */
export async function save(session) {
  const { record, name } = session;
  // Of a long text: that alone, or lines with the moves.
  const forms = record.text ? ['game', 'txt'] : formsOf(session);
  const kept = store.read(`form.${name}`, '');
  const data = await ask(t('save'), [select(t('form'), 'form', forms.map((form) => [form, t(`forms.${form}`)]),
    forms.includes(kept) ? kept : forms[0])], t('ok'));
  if (!data) return;
  const form = String(data.get('form'));
  store.write(`form.${name}`, form);
  const text = await textIn(form, session);
  if (text) download(`${name}.${form}`, text);
}

/** The whole game in a form: what the page knows best by itself, the others by the engine. @param {string} form @param {*} session */
async function textIn(form, session) {
  const { record, name, game } = session;
  const { setup, start } = record;
  /** @type {import('./record.js').Node[]} */
  const line = record.line();
  if (form === 'pgn') {
    const tag = (/** @type {string} */ key, /** @type {string} */ value) => `[${key} "${value.replace(/[\\"]/g, '\\$&')}"]\n`;
    const tags = [...record.tags, ''].join('\n');
    return `${tag('Game', name)}${tag('Start', start)}${tags}\n${line.map((node) => `${node.color[0]}:${node.name}`).join(' ')}\n`;
  }
  if (form === 'txt') return `${[...beginOf(name, record), ...line.map((node) => node.line)].join('\n')}\n`;
  if (record.text) return record.text;
  if (game.written?.[form]) return game.written[form](start);
  // The engine writes what it holds: the whole line, not what comes before the current place.
  const here = record.node;
  record.node = line.at(-1) ?? here;
  const reply = await session.pause(async () => {
    const written = await session.send(`save_text ${form}`);
    record.node = here;
    await session.ready();
    return written;
  });
  if (!reply.ok) return session.refuse(reply.text), '';
  if (form === 'json') return `${JSON.stringify({ ...JSON.parse(reply.text), setup: setup.length ? setup : undefined }, null, 2)}\n`;
  return form === game.tree ? write(record, reply.text, game.headOf?.(setup)) : `${reply.text}\n`;
}

/** Offers the drawing of the engine as a file. @param {*} session */
export const picture = (session) => session.pause(async () => {
  const reply = await session.send(`svg ${session.overlay}`.trim());
  if (reply.ok) download(`${session.name}.svg`, reply.text);
});

/** Reads a file, or one that the user chooses. @param {*} session @param {File|null} [file] */
export async function open(session, file) {
  file ??= await chooseFile();
  if (!file) return;
  const text = await readText(file);
  if (text == null) return say(t('unreadable'), 'error');
  await read(session, text, file.name);
}

/** What a file of JSON has beside the position: tags and moves, settings. @param {string} text @returns {{record?: string, setup?: string[]}} */
function recordIn(text) {
  try {
    const { record, setup } = JSON.parse(text);
    return { record: record && String(record), setup: setup?.map(String) };
  } catch {
    return {};
  }
}

/** Reads the text of a file, or what was typed. @param {*} session @param {string} text @param {string} [name] */
async function read(session, text, name = '') {
  const { game } = session;
  const lines = text.split(/\r?\n/).map((line) => line.trim()).filter((line) => line && !line.startsWith('#'));
  if (!lines.length) return say(t('emptyFile'), 'error');
  if (/^game [a-z]\w*$/.test(lines[0])) return readLines(session, lines);
  const { record, setup } = /^\[\w+ "/.test(lines[0]) ? { record: text } : recordIn(text);
  if (record) return readLines(session, [...fromTags(record.split(/\r?\n/).filter((line) => !line.startsWith('#')).join(' ')), ...setup ?? []], otherTags(record));
  if (game.readsParts && text.length > PART) return readLong(session, text);
  if (new Blob([text]).size > MAX_LINE) return say(t('tooLarge'), 'error');
  const isOne = lines.length === 1;
  const [whole] = linesOf(text.trim(), Infinity);
  const forms = [...(game.read?.(text, name) ?? (!isOne ? [] : game.kind === 'puzzle' ? [`load ${lines[0]}`, `position ${lines[0]}`] : [`position ${lines[0]}`])), whole];
  let failure = '';
  for (const form of forms) {
    const reply = await session.try(form, setup?.filter((line) => /^param .*$/.test(line)) ?? game.setupIn?.(text));
    if (reply.isLost) return;
    if (reply.ok) return session.editor?.finish();
    failure = reply.text;
  }
  session.refuse(failure);
  session.engine = null;
  await session.refresh();
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
  if (!last.isLost) session.refuse(last.text);
  await session.refresh();
}

/** Reads lines of the protocol. @param {*} session @param {string[]} lines @param {string[]} [tags] what else a record says */
async function readLines(session, lines, tags = []) {
  const setup = lines.filter((line) => line.startsWith('param '));
  const start = lines.find((line) => line.startsWith('position '));
  if (lines[0] !== `game ${session.name}` || !start) return say(t('otherGame'), 'error');
  const words = new URLSearchParams({ start: start.slice(9), setup: setup.join(';') });
  words.set('moves', lines.filter((line) => line.startsWith('play ')).join(';'));
  words.set('at', '9999');
  const record = session.linked(words);
  if (!record) return say(t('otherGame'), 'error');
  record.tags = tags;
  record.text = textOf(lines);
  await session.takeWhole(record);
}

/** Shows the position as text, to copy or to change. @param {*} session */
export async function editText(session) {
  session.halt();
  await session.ready();
  const { ok, text } = await session.send('position');
  if (!ok) return;
  const data = await ask(t('position'), [
    h('p', {}, t('positionHelp')),
    h('textarea', { name: 'text', rows: 5, spellcheck: 'false', 'aria-label': t('position') }, text),
  ], t('set'));
  const wanted = String(data?.get('text') ?? '').trim();
  if (data && wanted && wanted !== text) await read(session, wanted);
  else session.after();
}
