/** @file The words of Nim in English. */

export default {
  title: 'Nim',
  summary: 'Take matches',
  gesture: 'Click a match to take it and all to the right of it. Who takes the last one wins.',
  positionHelp: 'Heaps and a rule: 3 5 7 b',
  editing: 'Click a match: it goes away with all to the right of it.',
  editOther: 'Add a match',
  sides: { black: 'First player', white: 'Second player' },
  tools: { grundy: 'Grundy', strategy: 'Strategy' },
  overlays: { grundy: 'Grundy values' },
  fields: { heaps: 'Heaps', rule: 'Rule', misere: 'Who makes the last move' },
  choices: {
    nim: 'Nim', 'take=1-3': 'Take 1 to 3', kayles: 'Kayles', 'dawson-kayles': "Dawson's Kayles", 'dawson-chess': "Dawson's Chess",
    treblecross: 'Treblecross', grundy: "Grundy's game", wythoff: "Wythoff's game",
  },
  splitHeap: 'What should be left of the heap?',
};
