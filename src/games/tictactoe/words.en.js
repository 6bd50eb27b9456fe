/** @file The words of Tic-tac-toe in English. */

export default {
  title: 'Tic-tac-toe',
  summary: 'Three in a row',
  gesture: 'Three in a row, column or diagonal win.',
  positionHelp: 'Columns, rows, line, then the board: 3 3 3 .o./.x./...',
  editOther: 'Nought first',
  sides: { black: 'Cross', white: 'Nought' },
  tools: { heuristic: 'Heuristic' },
  fields: { line: 'In a row', law: 'Rule' },
};
