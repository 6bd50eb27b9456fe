/** @file Connect Four in a browser: a click on a column drops a stone. */

/** The moves that make these columns of discs, bottom first; null if none do, as turns alternate. @param {string[]} columns @returns {string|null} */
function order(columns) {
  const total = columns.join('').length;
  const dead = new Set();
  /** @type {(heights: number[], moves: string) => string|null} */
  const walk = (heights, moves) => {
    if (moves.length === total) return moves;
    const key = heights.join();
    if (dead.has(key)) return null;
    dead.add(key);
    for (const [column, height] of heights.entries()) {
      if (columns[column][height] !== 'xo'[moves.length % 2]) continue;
      const found = walk(heights.map((one, at) => one + Number(at === column)), moves + (column + 1));
      if (found != null) return found;
    }
    return null;
  };
  return walk(columns.map(() => 0), '');
}

/** @type {import('../page').GamePage} */
export default {
  style: `
.frame{fill:#2f5fa8}.free{fill:var(--paper)}.black{fill:#d8342b}.white{fill:#f2c230}
.last{fill:none;stroke:#fff;stroke-width:3}.four{fill:none;stroke:#101010;stroke-width:5}
.rim{font-size:14px;fill:var(--soft)}.label{font-size:14px;fill:var(--ink);font-weight:bold}
[data-at]:hover .free{fill:var(--lit)}[data-lit] .free{fill:var(--lit)}.ghost.black circle{fill:#d8342b}.ghost.white circle{fill:#f2c230}`,
  fields: [{ key: 'columns', choices: [4, 5, 6, 7, 8], value: 7 }, { key: 'rows', choices: [4, 5, 6, 7], value: 6 }],
  start: ({ columns, rows }) => [`boardsize ${columns} ${rows}`],
  /** `7x6 445`, or the moves alone on the usual board. */
  split(position) {
    const words = position.split(' ');
    const [size, moves] = words.length > 1 ? words : words[0].includes('x') ? [words[0], ''] : ['7x6', words[0]];
    return { start: size, moves: [...moves].map((column, index) => [column, index % 2 ? 'white' : 'black']) };
  },
  /** A position without a size is one of the usual board. */
  whole: (start) => (/^\d*$/.test(start) ? `7x6 ${start}`.trim() : start),
  read: (text) => (/\n/.test(text.trim()) ? [] : [`load ${text.trim()}`]),
  label(name, shape, session) {
    const count = (/** @type {string} */ color) => `${session.side(color)} ${shape.querySelectorAll(`circle.${color}`).length}`;
    return `${name}: ${count('black')}, ${count('white')}`;
  },
  edit: {
    /** A disc of the player to move falls in, or the highest disc of a column goes away. */
    point(text, { name, alternate }) {
      const [, size = '7x6', moves = ''] = /^(?:(\d+x\d+) ?)?(\d*)$/.exec(text.trim()) ?? [];
      const columns = Array.from({ length: Number(size.split('x')[0]) }, () => '');
      [...moves].forEach((column, ply) => (columns[Number(column) - 1] += 'xo'[ply % 2]));
      const at = Number(name) - 1;
      const drop = columns.map((discs, column) => (column === at ? discs + 'xo'[moves.length % 2] : discs));
      const swap = columns.map((discs, column) => (column === at ? discs.slice(0, -1) + (discs.endsWith('x') ? 'o' : 'x') : discs));
      const take = columns.map((discs, column) => (column === at ? discs.slice(0, -1) : discs));
      return (alternate ? [take, swap] : [drop]).map(order).filter((one) => one != null).map((one) => `${size} ${one}`.trim());
    },
  },
  /** Where the next disc comes to lie, or one after it. */
  spot: (column, nth = 0) => [...column.querySelectorAll('.free')].slice(0, nth + 1).at(-1) ?? column,
  /** A cell is column and row: `3.4`. */
  shapeOf(name, board) {
    const [column, row] = name.split('.');
    return row && board.place(column)?.querySelectorAll('.free,.black,.white')[Number(row) - 1];
  },
  analysis: 'values',
  tools: ['solve'],
  site: true,
};
