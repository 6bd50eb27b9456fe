/** @file The words of Dots and Boxes in English. */

export default {
  title: 'Dots and Boxes',
  summary: 'Close boxes',
  gesture: 'Click between two dots to draw a line. Who closes a box owns it and draws again; most boxes win.',
  positionHelp: 'RxC, a 0 or 1 for each line, whose turn: 3x3 111001111111101110110000 b',
  editing: 'Click a line to draw it or take it away.',
  sides: { black: 'Black', white: 'Red' },
  tools: { chains: 'Chains', control: 'Control', longChains: 'Long chains' },
  overlays: { chains: 'Chains' },
  fields: { edges: 'Edges drawn at the start' },
  choices: { empty: 'none', icelandic: 'left and bottom', swedish: 'all' },
};
