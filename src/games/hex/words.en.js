/** @file The words of Hex in English. */

export default {
  title: 'Hex',
  summary: 'Join your two edges',
  gesture: 'Black joins top and bottom, Red joins left and right. Click a cell to place your stone. There is no draw.',
  positionHelp: 'Size, then moves: 11x11 b:f6 w:e7. HexWorld moves go too.',
  editing: 'Click a cell for a black stone, again for a red one, again to clear it.',
  editOther: 'Red first',
  sides: { black: 'Black', white: 'Red' },
  tools: { mustPlay: 'Where to play', line: 'Winning line', inferior: 'Useless cells', links: 'Connections' },
  overlays: { cells: 'Cell points', twod: 'Two-distance' },
  fields: { swap: 'Swap rule' },
  choices: { pieces: 'yes, the stone changes sides', none: 'no', sides: 'yes, the players change sides' },
  pickTwo: 'Now point at two places.',
};
