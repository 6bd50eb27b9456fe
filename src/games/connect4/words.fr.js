/** @file The words of Connect Four in French. */

export default {
  title: 'Puissance 4',
  summary: 'Quatre en ligne',
  gesture: 'Cliquez une colonne pour y laisser tomber un jeton. Quatre alignés gagnent.',
  positionHelp: 'Les colonnes jouées : 44455 ; sur un autre plateau que 7x6, après sa taille : 4x4 1122',
  editing: 'Cliquez une colonne pour y laisser tomber un jeton.',
  editOther: 'Ôter des jetons',
  sides: { black: 'Rouge', white: 'Jaune' },
};
