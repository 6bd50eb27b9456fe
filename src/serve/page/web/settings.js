/** @file The settings of the engine and of the game. Those of which the page has no words are named and explained by the engine. */

import { ask, h, has, t } from './dom.js';

/** What the page sets itself. */
const OWN = new Set(['level', 'max_time', 'max_nodes', 'seed', 'opponent', 'allow_swap', 'language', 'lag_buffer']);

/** Shows the settings and changes them; they stay with the record. @param {*} session */
export async function editSettings(session) {
  session.halt();
  await session.ready();
  const [list, help] = await Promise.all([session.send('param'), session.send('help param')]);
  if (!list.ok) return;
  /** @type {Map<string, string>} */
  const texts = new Map([...help.text.matchAll(/^(\S+) - (.*)$/gm)].map(([, key, text]) => [key, text]));
  /** @type {Map<string, string>} */
  const values = new Map();
  /** @type {HTMLElement[]} */
  const fields = [];
  /** @type {HTMLElement[]} */
  const experiments = [];
  for (const [, form, key, value] of list.text.matchAll(/^\[(.*?)\] (\S+) ?(.*)$/gm)) {
    if (OWN.has(key)) continue;
    values.set(key, value);
    /** @type {Object<string, string>} */
    const names = /** @type {*} */ (has(`settingChoices.${key}`)) ?? (form === 'bool' ? { 0: t('no'), 1: t('yes') } : {});
    const choices = form.startsWith('list/') ? form.split('/').slice(1) : Object.keys(names);
    const isExperiment = /^experiment: /.test(texts.get(key) ?? '');
    const input = choices.length
      ? h('select', { name: key }, ...choices.map((/** @type {string} */ choice) => h('option', { value: choice, selected: choice === value }, names[choice] ?? (isExperiment ? choice : t(`choices.${choice}`)))))
      : h('input', { type: 'text', name: key, value });
    const [name, text] = has(`settingTexts.${key}`) ?? [key, texts.get(key) ?? ''];
    (isExperiment ? experiments : fields).push(h('label.field', { title: `param ${key}` }, h('b', {}, name), h('span', {}, text.replace('experiment: ', '')), input));
  }
  if (experiments.length) fields.push(h('details.experiments', {}, h('summary', {}, t('experiments')), ...experiments));
  const data = await ask(t('settings'), [h('div.scroll', { tabindex: '0', role: 'group', 'aria-label': t('settings') }, ...fields)], t('set'));
  for (const [key, value] of data ?? []) {
    if (values.get(key) === value) continue;
    const line = `param ${key} ${value}`;
    const reply = await session.send(line);
    if (!reply.ok) session.refuse(reply.text);
    else session.record.setup = session.record.settingsWith([line]);
  }
  session.keep();
  session.after();
}
