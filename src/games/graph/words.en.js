/** @file The words of Graph in English. */

export default {
  title: 'Graph',
  summary: 'Reachability games on a graph',
  gesture: 'Click a vertex that an arrow leads to. Circles are moved from by player 1, squares by player 2; green goals are for player 1, blue ones for player 2.',
  positionHelp: 'A vertex a part: a 1 - b c;b 2 - a;c 1 G1',
  editing: 'Click the vertex to begin at.',
  sides: { black: 'Player 1', white: 'Player 2' },
  tools: { waves: 'Waves of player 1', waves2: 'Waves of player 2', wins: 'Strategy', verify: 'Verify' },
  fields: { graph: 'Graph' },
  choices: { matches: 'Ten matches', small: 'Five vertices', draw: 'With draws' },
  rank: 'Step {0}: {1}',
};
