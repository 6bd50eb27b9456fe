/** @file What the replies to the tools say, in one sentence each. */

import { has, language } from './dom.js';

/** The keys of numbers that may be large or broken. */
const NUMBERS = /^(lost|positions|percentile|vertices)$/;

/**
 * Puts a reply in words, by the template `said.COMMAND.WORD` for its first word, else by `said.COMMAND.other`, or `.empty`.
 * `{key}` stands for the value of `key=value`; a part in brackets is left out if its key has no value. Null if the command has no
 * template.
 * @param {string} line the request
 * @param {string} text the reply
 * @param {(color: string) => string} side the name of a player
 * @param {string} toMove
 * @returns {string|null}
 */
export function sentence(line, text, side, toMove) {
  const [verb] = line.split(' ');
  const [first, ...rows] = text.split('\n').map((row) => row.split(' ').filter(Boolean));
  /** @type {Object<string, string>} */
  const facts = {};
  const words = first.filter((word) => {
    const [, key, value] = /^(\w+)=(.*)$/.exec(word) ?? [];
    if (value && value !== 'unknown') facts[key] = value;
    return !key;
  });
  const rest = first.length ? 'other' : 'empty';
  const template = has(`said.${verb}.${words[0] ?? rest}`) ?? has(`said.${verb}.${rest}`);
  if (!template) return null;
  const names = words.filter((_, index) => index % 2 === 0);
  Object.assign(facts, { head: words[0], all: words.join(' '), names: names.join(' '), count: names.length, rows: rows.map(([name]) => name).join('; '), side: toMove });
  const value = (/** @type {string} */ key) => {
    const found = String(facts[key] ?? '');
    if (found === 'black' || found === 'white') return side(found);
    if (NUMBERS.test(key)) return Number(found).toLocaleString(language());
    return has(`choices.${found}`) ?? (key === 'rule' ? has(`rules.${found}`) : null) ?? (key === 'total' ? found.replace('-', '') : found).replace('>=', '≥ ');
  };
  const fill = (/** @type {string} */ part) => part.replace(/\{(\w+)\}/g, (_, key) => value(key));
  const isKnown = (/** @type {string} */ part) => [...part.matchAll(/\{(\w+)\}/g)].every(([, key]) => facts[key]);
  const said = fill(template.replace(/\[([^\]]*)\]/g, (_, part) => (isKnown(part) ? part : '')));
  return said[0].toUpperCase() + said.slice(1);
}
