/** @file The puzzles that were solved in this browser: kept, drawn as a graph of progress, written to a file and read back. */

import { chooseFile, download, h, readText, say, store, svg, t } from './dom.js';

/**
 * @typedef {Object} Solved
 * @property {string} game
 * @property {string} difficulty
 * @property {number} seed a puzzle is its game, its difficulty and its seed
 * @property {number} rating
 * @property {number} seconds from its begin to the right answer
 * @property {number} tries the right one is one of them
 * @property {number} hints
 * @property {string} at when: 2026-11-24T20:15:00.000Z
 */

/** Most puzzles that are kept: the last ones. */
const MAX_KEPT = 3000;
/** Most points of a graph, and puzzles of a mean. */
const MAX_DRAWN = 100;
const MEAN_OF = 10;

/** @param {*} one @returns {Solved|null} null for what is none */
function check(one) {
  const numbers = ['seed', 'rating', 'seconds', 'tries', 'hints'].map((key) => one?.[key]);
  const words = ['game', 'difficulty', 'at'].map((key) => one?.[key]);
  if (!numbers.every((number) => Number.isFinite(number) && number >= 0)) return null;
  if (!words.every((word) => typeof word === 'string' && /^[\w:.-]{1,40}$/.test(word)) || Number.isNaN(Date.parse(one.at))) return null;
  const { game, difficulty, seed, rating, seconds, tries, hints, at } = one;
  return { game, difficulty, seed, rating, seconds, tries, hints, at };
}

const idOf = (/** @type {Solved} */ one) => `${one.game} ${one.difficulty} ${one.seed}`;

/** All that were solved, the oldest first. @returns {Solved[]} */
export function solved() {
  const list = store.read('solved', []);
  return (Array.isArray(list) ? list : []).map(check).filter((one) => one != null);
}

/** Adds some; what is there already stays as it was. @param {Solved[]} more @returns {number} how many are new */
export function add(more) {
  const all = new Map(solved().map((one) => [idOf(one), one]));
  const before = all.size;
  for (const one of more) if (!all.has(idOf(one))) all.set(idOf(one), one);
  const added = all.size - before;
  store.write('solved', [...all.values()].sort((one, other) => Date.parse(one.at) - Date.parse(other.at)).slice(-MAX_KEPT));
  return added;
}

/** Offers all of them as a file. */
export function exportSolved() {
  download('ludion-solved.json', `${JSON.stringify({ solved: solved() })}\n`);
}

/** Reads such a file. @returns {Promise<void>} */
export async function importSolved() {
  const file = await chooseFile();
  if (!file) return;
  try {
    const { solved: list } = JSON.parse(await readText(file) ?? '');
    const more = list.map(check);
    if (more.includes(null)) throw new Error('not all are puzzles');
    say(t('tasks.imported', add(more)));
  } catch {
    say(t('tasks.noFile'), 'error');
  }
}

/** Whether it was solved at once, without a hint. @param {Solved} one */
const isClean = (one) => one.tries === 1 && !one.hints;

/** Draws the ratings of the puzzles of a game in their order, full where they were solved at once, and the mean of the last ten. @param {string} game */
export function graph(game) {
  const list = solved().filter((one) => one.game === game).slice(-MAX_DRAWN);
  const clean = list.filter(isClean).length;
  const text = h('p', {}, t('tasks.count', list.length, clean));
  if (!list.length) return [text];
  const [width, height] = [300, 80];
  const most = Math.max(...list.map(({ rating }) => rating), 1);
  const x = (/** @type {number} */ at) => (8 + (at * (width - 16)) / Math.max(1, list.length - 1)).toFixed(1);
  const y = (/** @type {number} */ rating) => (height - 8 - (rating * (height - 16)) / most).toFixed(1);
  const means = list.map((_, at) => {
    const last = list.slice(Math.max(0, at - MEAN_OF + 1), at + 1);
    return `${x(at)},${y(last.reduce((sum, { rating }) => sum + rating, 0) / last.length)}`;
  });
  const drawing = svg('svg', { viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': t('tasks.graph', list.length, clean) });
  drawing.append(svg('polyline', { points: means.join(' ') }));
  list.forEach((one, at) => {
    const point = svg('circle', { cx: x(at), cy: y(one.rating), r: 3, class: isClean(one) ? 'clean' : '' });
    point.append(svg('title', {}, `${one.at.slice(0, 10)}: ${t(`choices.${one.difficulty}`)}, ${t('tasks.rating', one.rating)}`));
    drawing.append(point);
  });
  return [text, drawing];
}
