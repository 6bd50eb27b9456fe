/** @file The words of Hashi in French. */

export default {
  title: 'Hashi',
  summary: 'Reliez les îles par des ponts',
  gesture: 'Glissez ou cliquez entre deux îles pour bâtir des ponts : chaque île en veut autant que son nombre.',
  editing: "Cliquez l'eau pour une île, une île pour un nombre plus grand ; ou tapez le nombre.",
  editOther: 'Compter à rebours',
  rules: {
    crossing: 'Un pont barre le passage', full: 'Tout ce qui tient est nécessaire', complete: 'Cette île est complète',
    bound: 'Les autres voies ne suffisent pas', group: 'Un groupe ne doit pas se fermer',
  },
  faults: {
    'too-many': 'Trop de ponts', crossing: 'Des ponts se croisent', number: 'Une île a trop de ponts', loop: 'Des ponts forment une boucle',
  },
};
