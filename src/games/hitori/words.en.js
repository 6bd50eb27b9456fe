/** @file The words of Hitori in English. */

export default {
  title: 'Hitori',
  summary: 'Black out what repeats',
  gesture: 'Click a cell to black it out, again to ring it, again to clear it. No number twice in a row or column.',
  editing: 'Click a cell for the next number, or type it.',
  editOther: 'Count down',
  rules: {
    neighbour: 'Beside a black cell', twin: 'The same number is already there', sandwich: 'Between two equal numbers',
    pair: 'A pair of equal numbers', corner: 'A corner', offset: 'Two pairs side by side', cut: 'A wall from rim to rim',
  },
  faults: { repeated: 'A number is left twice in a line', adjacent: 'Two black cells touch', 'all-black': 'Nothing is left' },
};
