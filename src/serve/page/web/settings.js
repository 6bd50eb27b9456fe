/** @file The settings of the engine and of the game, with the engine's own texts. */

import { ask, h, say, t } from './dom.js';

/** What the page sets itself. */
const OWN = new Set(['level', 'max_time', 'max_nodes', 'seed', 'opponent', 'allow_swap', 'language']);

/** Shows the settings and changes them; they stay with the record. @param {*} session */
export async function editSettings(session) {
  const wasThinking = session.halt();
  await session.ready();
  const [list, help] = await Promise.all([session.send('param'), session.send('help param')]);
  /** @type {Map<string, string>} */
  const texts = new Map();
  for (const [, key, text] of help.text.matchAll(/^(\S+) - (.*)$/gm)) texts.set(key, text);
  /** @type {Map<string, string>} */
  const values = new Map();
  const fields = [];
  for (const [, form, key, value] of list.text.matchAll(/^\[(.*?)\] (\S+) ?(.*)$/gm)) {
    if (OWN.has(key)) continue;
    values.set(key, value);
    const choices = form === 'bool' ? ['0', '1'] : form.startsWith('list/') ? form.split('/').slice(1) : null;
    const input = choices
      ? h('select', { name: key }, ...choices.map((/** @type {string} */ choice) => h('option', { value: choice, selected: choice === value }, choice)))
      : h('input', { type: 'text', name: key, value });
    fields.push(h('label.field', {}, h('b', {}, key), h('span', {}, texts.get(key) ?? ''), input));
  }
  const data = await ask(t('settings'), [h('div.scroll', { tabindex: '0', role: 'group', 'aria-label': t('settings') }, ...fields)], t('set'));
  for (const [key, value] of data ?? []) {
    if (values.get(key) === value) continue;
    const line = `param ${key} ${value}`;
    const reply = await session.send(line);
    if (!reply.ok) say(session.explain(reply.text), 'error');
    else session.record.setup = [...session.record.setup.filter((/** @type {string} */ old) => !old.startsWith(`param ${key} `)), line];
  }
  session.keep();
  session.after(wasThinking);
}
