/** @file The words of Ricochet Robots in English. */

export default {
  title: 'Ricochet Robots',
  summary: 'Bring the robot to its target',
  gesture: 'Bring the robot to the target of its colour. Click a robot, then where it should go; or use the arrow keys.',
  editing: 'Click a robot or the target, then where it should stand.',
  editOther: 'Click beside a wall: build it or pull it down',
  tools: { next: 'Next target', grid: 'Lower bounds' },
  overlays: { path: 'Path', grid: 'Lower bounds' },
  fields: { walls: 'Walls', robots: 'Robots', target: 'Target', rule: 'Rule' },
  choices: {
    beginner: 'easy', advanced: 'medium', insane: 'hard', impossible: 'very hard', any: 'any', official: 'official',
    all: 'official, newer too', random: 'random', plain: 'plain', ricochet: 'must turn once', one: 'one robot',
  },
  oneMove: '1 move',
  movesMade: '{0} moves',
  solvedMoves: 'Solved in {0} moves',
  best: 'The fewest moves are {0}.',
  robot: 'robot {0}',
  hintLength: 'Length: {0}',
  hintRobots: 'Robots that move: {0}',
  hintWhich: 'They are: {0}',
  hintLast: 'The last move: {0}',
};
