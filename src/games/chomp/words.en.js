/** @file The words of Chomp in English. */

export default {
  title: 'Chomp',
  summary: 'Avoid the poisoned square',
  gesture: 'A bite takes a square and all above and to the right of it. Who eats the green one loses.',
  positionHelp: 'Size, squares left in each row, whose turn: 4x6 6,6,4,4 b',
  editing: 'Click a square to take it away or put it back.',
  sides: { black: 'First player', white: 'Second player' },
  tools: { winning: 'Winning bites', lost: 'Lost positions' },
};
