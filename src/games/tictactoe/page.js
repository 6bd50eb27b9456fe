/** @file Tic-tac-toe and its relatives in a browser. */

/** @type {import('../page').GamePage} */
export default {
  style: `
.paper{fill:var(--card)}.grid{stroke:var(--board-line);stroke-width:1.5}.line{fill:var(--lit)}.last{fill:var(--board)}
.black{stroke:var(--first);stroke-width:5;stroke-linecap:round}.white{fill:none;stroke:var(--second);stroke-width:5}
.label{font-size:13px;fill:var(--soft)}.rim{font-size:12px;fill:var(--soft)}
[data-at]:hover>:first-child,[data-lit]>:first-child{fill:var(--lit)}.ghost.black circle,.ghost.white circle{fill:var(--card)}.ghost text{fill:var(--ink)!important}`,
  fields: [
    { key: 'columns', min: 1, max: 11, value: 3 }, { key: 'rows', min: 1, max: 11, value: 3 }, { key: 'line', min: 1, max: 11, value: 3 },
    { key: 'law', choices: ['wins', 'loses'], value: 'wins' }],
  start: ({ columns, rows, line, law }) => [`boardsize ${columns} ${rows} ${line}${law === 'loses' ? ' misere=1' : ''}`],
  rules({ record, words }) {
    const [, , line, misere] = record.start.split(' ');
    return [line, words(`choices.${misere === 'misere=1' ? 'loses' : 'wins'}`)];
  },
  edit: {
    /** An empty cell gets the mark that can come about, a mark goes away or changes. */
    point(text, { name, alternate }) {
      const words = text.split(' ');
      const rows = words[words.length - 1].split('/');
      const [x, y] = [name.charCodeAt(0) - 97, Number(name.slice(1)) - 1];
      const next = /** @type {Object<string, string>} */ (alternate ? { '.': 'ox', x: '.o', o: 'x.' } : { '.': 'xo', x: 'o.', o: '.x' });
      return [...next[rows[y][x]]].map((mark) => {
        const board = rows.map((row, at) => (at === y ? row.slice(0, x) + mark + row.slice(x + 1) : row));
        return [...words.slice(0, -1), board.join('/')].join(' ');
      });
    },
  },
  analysis: 'values',
  tools: ['solve', 'heuristic'],
};
