/** @file Connect Four in a browser: a click on a column drops a stone. */

/** How many moves a column takes: between two discs of one player the other plays elsewhere. @param {string} discs */
const length = (discs) => discs.length + (discs.match(/(.)(?=\1)/g)?.length ?? 0);

/**
 * The moves that make these columns of discs, bottom first; null if none do, as turns alternate. The discs are taken away again, the
 * last one first, from the column that would take the most moves.
 * @param {string[]} columns
 * @returns {string|null}
 */
function order(columns) {
  const dead = new Set();
  /** @type {(rest: string[], moves: string) => string|null} */
  const walk = (rest, moves) => {
    const all = rest.join('');
    if (!all) return moves;
    const last = 'ox'[all.length % 2];
    const key = [...rest].sort().join();
    const isLate = (/** @type {string} */ discs) => length(discs) + Number(!discs.endsWith(last)) > all.length;
    if (dead.has(key) || all.replaceAll(last, '').length !== all.length >> 1 || rest.some((discs) => discs && isLate(discs))) return null;
    dead.add(key);
    const open = [...rest.keys()].filter((column) => rest[column].endsWith(last)).sort((one, other) => length(rest[other]) - length(rest[one]));
    for (const column of open) {
      const found = walk(rest.map((discs, at) => (at === column ? discs.slice(0, -1) : discs)), column + 1 + moves);
      if (found != null) return found;
    }
    return null;
  };
  return walk(columns, '');
}

/** @type {import('../page').GamePage} */
export default {
  style: `
.frame{fill:#2f5fa8}.free{fill:var(--paper)}.black{fill:#d8342b}.white{fill:#f2c230}
.last{fill:none;stroke:#fff;stroke-width:3}.four{fill:none;stroke:#101010;stroke-width:5}
.rim{font-size:14px;fill:var(--soft)}.label{font-size:14px;fill:var(--ink);font-weight:bold}
[data-lit] .free{stroke:var(--mark);stroke-width:4}@media(hover:hover){[data-at]:hover .free{fill:color-mix(in srgb,var(--lit) 35%,var(--paper))}}.ghost.black circle{fill:#d8342b}.ghost.white circle{fill:#f2c230}`,
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
    // From the bottom.
    const discs = [...shape.querySelectorAll('.black,.white')].map((disc) => session.side(disc.classList[0]));
    return [name, ...discs].join(', ');
  },
  edit: {
    /** A disc of the player to move falls in, or the highest disc of a column goes away. */
    point(text, { name, alternate }) {
      const [, size = '7x6', moves = ''] = /^(?:(\d+x\d+) ?)?(\d*)$/.exec(text.trim()) ?? [];
      const columns = Array.from({ length: Number(size.split('x')[0]) }, () => '');
      [...moves].forEach((column, ply) => (columns[Number(column) - 1] += 'xo'[ply % 2]));
      const at = Number(name) - 1;
      columns[at] = alternate ? columns[at].slice(0, -1) : columns[at] + 'xo'[moves.length % 2];
      const found = order(columns);
      return found == null ? [] : `${size} ${found}`.trim();
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
