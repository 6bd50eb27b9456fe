/** @file Hashi in a browser: bridges by a drag from island to island, by a click between them, or island after island. */

/** @typedef {{x: number, y: number}} Point */

const at = (/** @type {string} */ name) => name.split(',').map(Number);

/** The channel between two islands. @param {*} session @param {string} one @param {string} other */
const channel = (session, one, other) => [`${one}-${other}`, `${other}-${one}`].find((name) => session.board.place(name));

/** One bridge more in a channel, or none after the last. @param {*} session @param {string} name @param {boolean} fewer */
function next(session, name, fewer = false) {
  const most = Number(/m(\d)/.exec(session.record.start.split(':')[0])?.[1] ?? 2);
  const count = session.board.place(name).querySelectorAll('.bridge').length;
  return `${name}:${(count + (fewer ? most : 1)) % (most + 1)}`;
}

/** The nearest island in the direction of a drag. @param {*} session @param {string} from @param {number} dx @param {number} dy */
function neighbour(session, from, dx, dy) {
  const [row, column] = at(from);
  const across = Math.abs(dx) > Math.abs(dy);
  const sign = Math.sign(across ? dx : dy);
  const islands = [...session.board.places().keys()].filter((name) => !name.includes('-')).map(at);
  const ahead = islands.filter(([r, c]) => (across ? r === row && (c - column) * sign > 0 : c === column && (r - row) * sign > 0));
  ahead.sort((a, b) => Math.abs(a[0] - row) + Math.abs(a[1] - column) - Math.abs(b[0] - row) - Math.abs(b[1] - column));
  return ahead[0]?.join(',');
}

const CLUES = '0123456789ABCDEFG';

/** The clues of a game ID by place, 0 for water. @param {string} text @returns {{head: string, columns: number, clues: number[]}} */
function parse(text) {
  const [head, cells] = text.split(':');
  const clues = [...cells].flatMap((word) => (/[a-z]/.test(word) ? Array(word.charCodeAt(0) - 96).fill(0) : [CLUES.indexOf(word)]));
  return { head, columns: Number(head.split('x')[0]), clues };
}

/** The game ID of clues. @param {string} head @param {number[]} clues */
function write(head, clues) {
  const cells = clues.map((clue) => (clue ? CLUES[clue] : '.')).join('');
  return `${head}:${cells.replace(/\.{1,26}/g, (water) => String.fromCharCode(96 + water.length))}`;
}

/** Puts places into the water of a drawing, whose cells have 36 units and its rim 10. @param {*} session */
function addWater(session) {
  const { columns, clues } = parse(session.editor.text);
  for (const [index, clue] of clues.entries()) {
    const [row, column] = [Math.floor(index / columns), index % columns];
    if (!clue) session.board.addPlace(`${row},${column}`, 10 + 36 * column, 10 + 36 * row, 36, 36);
  }
}

/** @type {import('../page').GamePage} */
export default {
  kind: 'puzzle',
  style: `
.sea{fill:var(--card)}.island{fill:var(--paper);stroke:var(--ink);stroke-width:1.5}.met{fill:color-mix(in srgb,var(--good) 30%,var(--card));stroke:var(--ink);stroke-width:1.5}
circle.over{fill:var(--wrong);stroke:var(--ink);stroke-width:1.5}.bridge{stroke:var(--good);stroke-width:2.5}.name{font-size:10px;fill:var(--soft);pointer-events:none}.other{display:none}.number{font-size:16px;fill:var(--ink)}
.hit:hover{stroke:color-mix(in srgb,var(--lit) 70%,transparent)}[data-lit] .hit{stroke:var(--lit)}[data-lit] circle{fill:var(--lit)}
[data-at]:focus-visible .hit{stroke:var(--focus)}
[data-at]:not([data-at*='-']) *{touch-action:pinch-zoom}
.editing [data-at*='-']{display:none}`,
  fields: [
    { key: 'size', choices: ['6x6', '7x7', '8x8', '10x10', '12x12', '15x15', '20x20', '25x25'], value: '7x7' },
    { key: 'difficulty', choices: ['easy', 'medium', 'hard', 'extreme'], value: 'easy' }],
  moves: (text) => text.split('/'),
  point({ name, alternate }, session) {
    // A bridge that was built since the click may cross it.
    if (name.includes('-')) return session.board.place(name) && next(session, name, alternate);
    const first = session.picked;
    session.picked = first ? null : name;
    session.board.light(first ? [] : [name]);
    const between = first && first !== name && channel(session, first, name);
    return between ? next(session, between, alternate) : null;
  },
  /** What was picked up goes with its light. */
  after(session) {
    session.picked = null;
  },
  drag({ from, to, dx, dy }, session) {
    if (!from || from.includes('-')) return;
    const end = to && !to.includes('-') && to !== from ? to : neighbour(session, from, dx, dy);
    const between = end && channel(session, from, end);
    if (between) session.move(next(session, between));
  },
  label(name, shape) {
    const bridges = shape.querySelectorAll('.bridge').length;
    return name.includes('-') ? `${name}: ${bridges}` : `${name}: ${shape.textContent?.trim() ?? ''}`;
  },
  placeOf: (move) => move.split(':')[0],
  edit: {
    isPuzzle: true,
    decorate: addWater,
    /** An island counts up or down; after the last number, or before the first, is water. */
    point(text, { name, alternate }) {
      if (name.includes('-')) return null;
      const { head, columns, clues } = parse(text);
      const [row, column] = at(name);
      const most = 4 * Number(/m(\d)/.exec(head)?.[1] ?? 2);
      const place = row * columns + column;
      clues[place] = (clues[place] + (alternate ? most : 1)) % (most + 1);
      return write(head, clues);
    },
    key(event, editor) {
      const { key, name } = event.detail;
      if (!/^\d$/.test(key) || !name || name.includes('-')) return;
      event.preventDefault();
      const { head, columns, clues } = parse(editor.text);
      const [row, column] = at(name);
      clues[row * columns + column] = Number(key);
      editor.change(write(head, clues));
    },
    blank(size) {
      const [columns, rows] = size.split('x').map(Number);
      const clues = Array(columns * rows).fill(0);
      clues[columns * Math.floor(rows / 2) + Math.floor(columns / 2)] = 1;
      return write(`${size}m2`, clues);
    },
  },
  tools: ['rate',
    { key: 'count', line: 'count 100' }],
  forms: ['txt', 'pzpr', 'sav', 'json'],
  site: true,
};
