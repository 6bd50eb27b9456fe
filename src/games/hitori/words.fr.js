/** @file The words of Hitori in French. */

export default {
  title: 'Hitori',
  summary: 'Masquez les répétitions',
  gesture: 'Cliquez pour noircir une case, encore pour la cercler, encore pour effacer. Aucun nombre deux fois dans une ligne ou une colonne.',
  editing: 'Cliquez une case pour le nombre suivant, ou tapez-le.',
  editOther: 'Compter à rebours',
  rules: {
    neighbour: "À côté d'une case noire", twin: 'Le même nombre est déjà là', sandwich: 'Entre deux nombres égaux',
    pair: 'Une paire de nombres égaux', corner: 'Un coin', offset: 'Deux paires côte à côte', cut: "Un mur d'un bord à l'autre",
  },
  faults: { repeated: 'Un nombre reste deux fois dans une ligne', adjacent: 'Deux cases noires se touchent', 'all-black': 'Il ne reste rien' },
};
