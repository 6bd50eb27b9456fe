/** @file The words of Chomp in French. */

export default {
  title: 'Chomp',
  summary: 'Évitez le carré empoisonné',
  gesture: 'Une bouchée prend un carré et tout ce qui est au-dessus et à droite. Qui mange le vert perd.',
  positionHelp: 'La taille, ce qui reste par ligne, à qui le tour : 4x6 6,6,4,4 b',
  editing: "Cliquez un carré pour l'ôter ou le remettre.",
  sides: { black: 'Premier joueur', white: 'Second joueur' },
  tools: { winning: 'Bouchées gagnantes', lost: 'Positions perdues' },
};
