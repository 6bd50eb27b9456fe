/** @file The words of Hex in French. */

export default {
  title: 'Hex',
  summary: 'Reliez vos deux bords',
  gesture: "Noir relie le haut et le bas, Rouge la gauche et la droite. Cliquez une case pour y poser votre pierre. Il n'y a pas de nulle.",
  positionHelp: 'La taille, puis les coups : 11x11 b:f6 w:e7. Une adresse HexWorld va aussi.',
  editing: 'Cliquez une case : pierre noire, puis rouge, puis rien.',
  editOther: "Rouge d'abord",
  sides: { black: 'Noir', white: 'Rouge' },
  tools: { mustPlay: 'Où jouer', line: 'Suite gagnante', inferior: 'Cases inutiles', links: 'Connexions' },
  overlays: { cells: 'Points des cases', twod: 'Deux-distance' },
  fields: { swap: 'Règle du gâteau' },
  choices: { pieces: 'oui, la pierre change de camp', none: 'non', sides: 'oui, les joueurs changent de camp' },
  pickTwo: 'Désignez deux endroits.',
};
