/** @file The words of Ricochet Robots in French. */

export default {
  title: 'Rasende Roboter',
  summary: 'Menez le robot à sa cible',
  gesture: 'Menez le robot à la cible de sa couleur. Cliquez un robot puis où il doit aller, ou utilisez les flèches.',
  editing: 'Cliquez un robot ou la cible, puis sa nouvelle place.',
  editOther: "Cliquez près d'un mur : bâtir ou abattre",
  tools: { next: 'Cible suivante', grid: 'Bornes inférieures' },
  overlays: { path: 'Chemin', grid: 'Bornes inférieures' },
  fields: { walls: 'Murs', robots: 'Robots', target: 'Cible', rule: 'Règle' },
  choices: {
    beginner: 'facile', advanced: 'moyen', insane: 'difficile', impossible: 'très difficile', any: 'au choix', official: 'officiels',
    all: 'officiels, récents aussi', random: 'au hasard', plain: 'simple', ricochet: 'au moins un virage', one: 'un seul robot',
  },
  oneMove: '1 coup',
  movesMade: '{0} coups',
  solvedMoves: 'Résolu en {0} coups',
  best: 'Il faut au moins {0} coups.',
  robot: 'robot {0}',
  hintLength: 'Longueur : {0}',
  hintRobots: 'Robots qui bougent : {0}',
  hintWhich: 'Ce sont : {0}',
  hintLast: 'Le dernier coup : {0}',
};
