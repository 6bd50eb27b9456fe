/** @file The words of Hashi in English. */

export default {
  title: 'Hashi',
  summary: 'Join islands by bridges',
  gesture: 'Drag or click between two islands to build bridges: each island needs as many as its number.',
  editing: 'Click water for an island, an island for a higher number; or type the number.',
  editOther: 'Count down',
  rules: {
    crossing: 'A bridge is in the way', full: 'All that fits is needed', complete: 'This island is complete',
    bound: 'The other ways do not hold enough', group: 'A group must not be closed off',
  },
  faults: { 'too-many': 'Too many bridges', crossing: 'Bridges cross', number: 'An island has too many bridges', loop: 'Bridges form a loop' },
};
