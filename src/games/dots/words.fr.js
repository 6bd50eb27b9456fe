/** @file The words of Dots and Boxes in French. */

export default {
  title: 'La Pipopipette',
  summary: 'Fermez des carrés',
  gesture: 'Cliquez entre deux points pour tracer un trait. Qui ferme un carré le gagne et rejoue ; le plus de carrés gagne.',
  positionHelp: 'LxC, 0 ou 1 par trait, à qui le tour : 3x3 111001111111101110110000 b',
  editing: "Cliquez un trait pour le tracer ou l'effacer.",
  sides: { black: 'Noir', white: 'Rouge' },
  tools: { chains: 'Chaînes', control: 'Contrôle', longChains: 'Longues chaînes' },
  overlays: { chains: 'Chaînes' },
  fields: { edges: 'Bords déjà tracés' },
  choices: { empty: 'aucun', icelandic: 'gauche et bas', swedish: 'tous' },
};
