/** @file The words of Nim in French. */

export default {
  title: 'Nim',
  summary: 'Prenez des allumettes',
  gesture: 'Cliquez une allumette pour la prendre avec toutes celles à sa droite. Qui prend la dernière gagne.',
  positionHelp: 'Des tas et une règle : 3 5 7 b',
  editing: 'Cliquez une allumette : elle part avec toutes celles à sa droite.',
  editOther: 'Ajouter une allumette',
  sides: { black: 'Premier joueur', white: 'Second joueur' },
  tools: { grundy: 'Grundy', strategy: 'Stratégie' },
  overlays: { grundy: 'Valeurs de Grundy' },
  fields: { heaps: 'Tas', rule: 'Règle', misere: 'Qui joue le dernier coup' },
  choices: {
    nim: 'Nim', 'take=1-3': 'Prendre 1 à 3', kayles: 'Kayles', 'dawson-kayles': 'Kayles de Dawson', 'dawson-chess': 'Échecs de Dawson',
    treblecross: 'Treblecross', grundy: 'Jeu de Grundy', wythoff: 'Jeu de Wythoff',
  },
  splitHeap: 'Que faire de ce tas ?',
};
