/** @file Chomp in a browser: the bite that is pointed at is shown before it is taken. */

const at = (/** @type {string} */ name) => name.split(',').map(Number);

/** @type {import('../page').GamePage} */
export default {
  style: `
.left{fill:#7b4a21;stroke:#3d230d;stroke-width:2}.poison{fill:#5c8a2a;stroke:#3d230d;stroke-width:2}
.gone{fill:var(--paper);stroke:var(--line);stroke-width:1}.last{fill:var(--lit);stroke:var(--line);stroke-width:1}
.label{font-size:14px;fill:#fff}.side{font-size:13px;fill:var(--soft)}[data-lit] .left,[data-lit] .poison{fill:#b9824f}:focus-visible>:is(.left,.poison){stroke:#ffd98a!important}`,
  fields: [{ key: 'rows', min: 1, max: 15, value: 4 }, { key: 'columns', min: 1, max: 15, value: 6 }],
  start: ({ rows, columns }) => [`boardsize ${rows} ${columns}`],
  label: (name, shape, session) => name + (shape.querySelector('.poison') ? `, ${session.words('poison')}` : shape.querySelector('.gone, .last') ? ' –' : ''),
  hover(name, session) {
    const [row, column] = at(name ?? '99,99');
    session.board.preview([...session.board.places().keys()].filter((other) => at(other)[0] >= row && at(other)[1] >= column));
  },
  edit: {
    /** Takes a square away with all beyond it, or puts it back with all before it. The poisoned one stays. */
    point(text, { name }) {
      const [size, list, color] = text.split(' ');
      const [row, column] = at(name);
      const rows = Array.from({ length: Number(size.split('x')[0]) }, (_, index) => Number(list.split(',')[index] ?? 0));
      const isThere = rows[row - 1] >= column;
      const next = rows.map((length, index) => (isThere ? (index >= row - 1 ? Math.min(length, column - 1) : length)
        : index < row ? Math.max(length, column) : length));
      return next[0] ? [size, next.filter(Boolean).join(','), color].join(' ') : null;
    },
    other: false,
  },
  hasOneColor: true,
  analysis: 'values',
  tools: ['solve', 'winning',
    { key: 'lost', line: 'lost_positions 20', isGeneral: true }],
};
