/** @file Dots and Boxes in a browser. */

/** @type {import('../page').GamePage} */
export default {
  style: `
.paper{fill:var(--card)}.dot{fill:var(--ink)}.line{stroke:var(--ink);stroke-width:4;stroke-linecap:round}
.open{stroke:var(--line);stroke-width:2}.last{stroke:var(--good);stroke-width:6;stroke-linecap:round}
.black{fill:color-mix(in srgb,var(--first) 22%,var(--card))}.white{fill:color-mix(in srgb,var(--board) 45%,var(--card))}.nobody{fill:var(--board)}
.disc-black{fill:var(--stone-black);stroke:var(--stone-rim)}.disc-white{fill:var(--stone-white);stroke:var(--stone-rim)}.owner{font-size:18px;fill:var(--ink)}.label{font-size:12px;fill:var(--ink);stroke:var(--card);stroke-width:4;paint-order:stroke}
.name,.box-name{font-size:11px;fill:var(--soft);pointer-events:none}.box-name{font-size:10px}
.dot{pointer-events:none}[data-at]:hover .open,[data-lit] .open{stroke:var(--mark);stroke-width:5}[data-lit] .line{stroke:var(--mark)}
[data-at]:focus-visible .open{stroke:var(--focus);stroke-width:6}`,
  fields: [{ key: 'rows', choices: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10], value: 4 }, { key: 'columns', choices: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10], value: 4 },
    { key: 'edges', choices: ['empty', 'icelandic', 'swedish'], value: 'empty' }],
  start: ({ rows, columns, edges }) => [`boardsize ${rows} ${columns} ${edges === 'empty' ? 'none' : edges}`],
  /** The boxes of both, with those that the start gives them. */
  count: ({ board, record }) => ['black', 'white'].map((color, at) =>
    Number(record.start.split(' ')[3 + at] ?? 0) + board.svg.querySelectorAll(`polygon.${color}`).length).join(' : '),
  label: (name, shape) => `${name}${shape.querySelector('.open') ? '' : ' ●'}`,
  edit: {
    // What is closed here belongs to nobody.
    begin: (text) => text.split(' ').slice(0, 3).join(' '),
    /** Draws a line, or takes it away. */
    point(text, { name }) {
      const [size, bits, color] = text.split(' ');
      const [rows, columns] = size.split('x').map(Number);
      const [row, column] = name.slice(1).split(',').map(Number);
      const at = name[0] === 'h' ? row * columns + column : (rows + 1) * columns + row * (columns + 1) + column;
      return [size, bits.slice(0, at) + (1 - Number(bits[at])) + bits.slice(at + 1), color].join(' ');
    },
    other: false,
  },
  hasOneColor: true,
  overlays: ['values', 'chains'],
  tools: ['chains', 'control',
    { key: 'longChains', line: 'long_chains' }, 'solve'],
};
