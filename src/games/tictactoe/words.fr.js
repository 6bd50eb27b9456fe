/** @file The words of Tic-tac-toe in French. */

export default {
  title: 'Morpion',
  summary: 'Trois en ligne',
  gesture: 'Trois alignés gagnent.',
  positionHelp: 'Colonnes, lignes, alignement, puis le plateau : 3 3 3 .o./.x./...',
  editOther: "Rond d'abord",
  sides: { black: 'Croix', white: 'Rond' },
  tools: { heuristic: 'Heuristique' },
  fields: { line: 'Alignés', law: 'Qui aligne' },
};
