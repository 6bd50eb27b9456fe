/** @file The games of the engine, and a start of each that is small enough to be played to its end. */

import { ask, skip } from './server.js';

/** Starts of the games where the smallest board is too small. @type {Object<string, string>} */
const OWN = {
  tictactoe: '3 3 3 .../.../...', dots: '2x2 000000000000 b 0 0', nim: '3 4 b', chomp: '3x4 4,4,4 b',
  graph: 'game 5 a;a 1 - b c;b 2 - d e;c 2 - a;d 1 G1;e 1 - d c;at a', hashi: '7x7m2:a1d24a4a3h2r2b3a4c3', hitori: '5x5:5231521244514411523432112',
  ricochet: '5x5:9111380002800028000244446 red=0 green=4 blue=20 yellow=24 target=red@20',
};

/** All games, in the order of the engine. */
export const GAMES = skip && !String(skip).includes('Chromium') ? [] : ask('list_games')[0].split('\n').map((line) => line.split(' - ')[0]);

/** The games of two players, and the puzzles, each with its start. @type {Object<string, string>} */
export const TURN = {};
/** @type {Object<string, string>} */
export const PUZZLES = {};
for (const game of GAMES) {
  const { default: page } = await import(`../../src/games/${game}/page.js`);
  const smallest = (/** @type {*} */ field) => [field.key, field.choices?.[0] ?? field.min ?? field.value];
  const lines = () => page.start?.(Object.fromEntries((page.fields ?? []).map(smallest)));
  (page.kind === 'puzzle' ? PUZZLES : TURN)[game] = OWN[game] ?? ask(`game ${game}`, ...lines() ?? [], 'position').at(-1) ?? '';
}
