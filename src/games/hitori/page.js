/** @file Hitori in a browser: a click goes through black, ringed and clear. */

/** What a cell is marked as. @param {Element|null} shape */
const markOf = (shape) => (shape?.querySelector('.black') ? 'black' : shape?.querySelector('.ring') ? 'white' : 'clear');

const MARKS = /** @type {Object<string, string>} */ ({ b: 'black', w: 'white', c: 'clear' });
const NEXT = /** @type {Object<string, string>} */ ({ clear: 'black', black: 'white', white: 'clear' });
const OTHER = /** @type {Object<string, string>} */ ({ clear: 'white', white: 'clear', black: 'white' });

const DIGITS = '0123456789abcdefghijklmnopqrstuvwxyz';

/** A puzzle with another number in a cell; numbers go round. @param {string} text @param {string} name @param {(old: number, most: number) => number} change */
function withNumber(text, name, change) {
  const [size, cells] = text.split(':');
  const [columns, rows] = size.split('x').map(Number);
  const [row, column] = name.split(',').map(Number);
  const [place, most] = [row * columns + column, Math.max(columns, rows)];
  const number = change(DIGITS.indexOf(cells[place]), most);
  return `${size}:${cells.slice(0, place)}${DIGITS[((number - 1 + most) % most) + 1]}${cells.slice(place + 1)}`;
}

/** @type {import('../page').GamePage} */
export default {
  kind: 'puzzle',
  style: `
.open{fill:light-dark(#fffdf8,#3b4544);stroke:var(--board-line);stroke-width:1}.black{fill:var(--stone-black);stroke:var(--board-line);stroke-width:1}
.ring{fill:none;stroke:var(--good);stroke-width:2}.last{fill:none;stroke:var(--mark);stroke-width:1.5;pointer-events:none}.frame{fill:none;stroke:var(--ink);stroke-width:2.5;pointer-events:none}
.name{font-size:10px;fill:var(--soft);pointer-events:none}.other{display:none}.number{font-size:16px;fill:var(--ink)}.masked{font-size:16px;fill:#a7b0ad}
[data-at]:hover .open,[data-lit] .open{fill:var(--lit)}[data-lit=wrong]>:first-child{fill:var(--wrong)}[data-lit=wrong] .masked{fill:var(--ink)}`,
  fields: [
    { key: 'size', choices: ['5x5', '6x6', '7x7', '8x8', '10x10', '12x12', '15x15', '20x20'], value: '6x6' },
    { key: 'difficulty', choices: ['easy', 'medium', 'hard', 'extreme'], value: 'easy' }],
  moves: (text) => text.split('/').map((word) => `${MARKS[word[0]]} ${word.slice(1)}`),
  point({ name, alternate }, session) {
    const mark = markOf(session.board.place(name));
    return `${(alternate ? OTHER : NEXT)[mark]} ${name}`;
  },
  label(name, shape) {
    const mark = markOf(shape);
    return `${name}: ${shape.textContent?.trim() ?? ''}${mark === 'black' ? ' ■' : mark === 'white' ? ' ○' : ''}`;
  },
  placeOf: (move) => move.replace(/^[a-z]+[ -]/, ''),
  edit: {
    isPuzzle: true,
    point: (text, { name, alternate }) => withNumber(text, name, (old) => old + (alternate ? -1 : 1)),
    key(event, editor) {
      const { key, name } = event.detail;
      const number = DIGITS.indexOf(key.toLowerCase());
      if (key.length > 1 || number < 1 || !name) return;
      event.preventDefault();
      editor.change(withNumber(editor.text, name, (_, most) => Math.min(number, most)));
    },
    /** A square whose lines repeat nothing. */
    blank(size) {
      const [columns, rows] = size.split('x').map(Number);
      return `${size}:${Array.from({ length: rows * columns }, (_, n) => DIGITS[((Math.floor(n / columns) + n) % columns) + 1]).join('')}`;
    },
  },
  tools: ['rate',
    { key: 'count', line: 'count 100' }],
  forms: ['txt', 'pzpr', 'sav', 'json'],
  site: true,
};
