/** @file The words of Graph in French. */

export default {
  title: 'Graphe',
  summary: "Jeux d'accessibilité sur un graphe",
  gesture: 'Cliquez un sommet où mène une flèche. Les cercles sont au joueur 1, les carrés au joueur 2 ; les buts verts sont pour le joueur 1, les bleus pour le joueur 2.',
  positionHelp: 'Un sommet par partie : a 1 - b c;b 2 - a;c 1 G1',
  editing: 'Cliquez le sommet de départ.',
  sides: { black: 'Joueur 1', white: 'Joueur 2' },
  tools: { waves: 'Vagues du joueur 1', waves2: 'Vagues du joueur 2', wins: 'Stratégie', verify: 'Vérifier' },
  fields: { graph: 'Graphe' },
  choices: { matches: 'Dix allumettes', small: 'Cinq sommets', draw: 'Avec des nulles' },
  rank: 'Étape {0} : {1}',
};
