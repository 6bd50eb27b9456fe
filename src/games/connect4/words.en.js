/** @file The words of Connect Four in English. */

export default {
  title: 'Connect Four',
  summary: 'Four in a row',
  gesture: 'Click a column to drop a disc. Four in a row, column or diagonal win.',
  positionHelp: 'The columns played: 44455; on another board than 7x6 after its size: 4x4 1122',
  editing: 'Click a column to drop a disc.',
  editOther: 'Take discs away',
  sides: { black: 'Red', white: 'Yellow' },
};
