/** @file Nim and its relatives in a browser: a click on a match takes it and all to the right of it; heaps that split ask how. */

/** A move of a rule with choices in words. @param {string} move @param {*} session */
function moveWords(move, session) {
  const [, both, count, parts = ''] = /^\d+(\+\d+)?-(\d+)(?::(.*))?$/.exec(move) ?? [];
  return session.words(both ? 'takeBoth' : !parts ? 'take' : count === '0' ? 'split' : 'takeLeave', count, parts.replace('+', ' + '));
}

/** Asks which of several moves is meant. @param {*} session @param {string[]} moves */
const choose = (session, moves) => session.choose(session.words('whichMove'), moves.map((move) => [move, moveWords(move, session)]));

/** The words of a rule. @param {string} rule @param {*} session */
function ruleName(rule, session) {
  const name = NAMES[rule] ?? rule;
  const [, numbers] = /^take=(.*)/.exec(name) ?? [];
  return numbers ? session.words('take', numbers.replaceAll('-', '–').replaceAll(',', ', ')) : name.includes('.') ? name : session.words(`choices.${name}`);
}

/** The heaps of a position, and what comes after them. @param {string} text @returns {[number[], string]} */
function parse(text) {
  const [, heaps = '', rest = ''] = /^([\d ]+) (.*)/.exec(text) ?? [];
  return [heaps.split(' ').map(Number), rest];
}

const MISERE = 'misere=1';
/** The names of rules that a position writes in another way. @type {Object<string, string>} */
const NAMES = { '': 'nim', 'octal=0.77': 'kayles', 'octal=0.07': 'dawson-kayles', 'octal=0.137': 'dawson-chess', 'octal=0.007': 'treblecross' };

/** @type {import('../page').GamePage} */
export default {
  style: `
.stick{stroke:#b07030;stroke-width:6;stroke-linecap:round}.tip{fill:#c03020}.last{fill:color-mix(in srgb,var(--lit) 45%,transparent)}
.number{font-size:16px;fill:var(--soft)}.label{font-size:16px;fill:var(--ink)}
[data-lit] .stick{stroke:var(--mark);stroke-opacity:.55}[data-lit] .tip{fill:var(--mark)}`,
  fields: [{ key: 'heaps', isText: true, value: '3 5 7' },
    { key: 'rule', choices: ['nim', 'take=1-3', 'kayles', 'dawson-kayles', 'dawson-chess', 'treblecross', 'grundy', 'wythoff'], value: 'nim' },
    { key: 'misere', choices: ['wins', 'loses'], value: 'wins' }],
  start: ({ heaps, rule, misere }) => [`boardsize ${heaps.replace(/[,;\s]+/g, ' ').trim()} ${rule}${misere === 'loses' ? ' misere=1' : ''}`],
  rules(session) {
    const parts = session.record.start.split(' ');
    const rule = parts.find((/** @type {string} */ part) => /^[a-z]{2}/.test(part) && part !== MISERE) ?? '';
    const how = /^(take=.*|nim|)$/.test(NAMES[rule] ?? rule) ? 'take' : /^(grundy|wythoff)$/.test(rule) ? rule : 'split';
    return [session.words(`how.${how}`), ruleName(rule, session), session.words(`choices.${parts.includes(MISERE) ? 'loses' : 'wins'}`)];
  },
  nameRules: (text, session) => text.replace(/(?<=\(|move of |coup de )(take=[\d,-]*\d|octal=0\.\d+|nim|grundy|wythoff)\b/g, (rule) => ruleName(rule, session)),
  hover(name, session) {
    const [heap, count] = (name ?? '0-0').split('-').map(Number);
    session.board.preview([...session.board.places().keys()].filter((other) => {
      const [row, rest] = other.split('-').map(Number);
      return row === heap && rest <= count;
    }));
  },
  async point(place, session) {
    let [heap, count] = place.split('-');
    // A large heap is one place.
    if (session.board.place(place)?.querySelectorAll('.stick').length > 1) count = await session.chooseNumber(session.words('howMany'), count);
    if (!count) return null;
    const name = `${heap}-${count}`;
    const { text } = await session.send('legal_moves');
    const legal = text.split(' ');
    const isBoth = new RegExp(`^(${heap}\\+\\d|\\d\\+${heap})-${count}$`);
    const meant = legal.filter((/** @type {string} */ move) => move === name || move.startsWith(`${name}:`) || isBoth.test(move));
    if (meant.length === 1) return meant[0];
    if (meant.length > 1) return choose(session, meant);
    // Where no such number may be taken: all that can be done to this heap.
    const others = legal.filter((/** @type {string} */ move) => move.startsWith(`${heap}-`) || move.startsWith(`${heap}+`) || new RegExp(`^\\d\\+${heap}-`).test(move));
    const isSplit = others.some((/** @type {string} */ move) => /[:+]/.test(move));
    return isSplit && others.length ? choose(session, others.filter((/** @type {string} */ move) => !move.includes('+') || move.includes(':') || move.endsWith(`-${count}`))) : name;
  },
  // A split that takes nothing is about the whole heap, and so is all that is done to a large one.
  placeOf(move, board) {
    const name = move.replace(/:.*$|^\d+\+/g, '').replace(/-0$/, '-1');
    const heap = name.replace(/\d+$/, '');
    return board && !board.place(name) ? [...board.places().keys()].find((other) => other.startsWith(heap)) ?? name : name;
  },
  edit: {
    /** Adds places for the heaps that are empty, and for one more. */
    decorate({ board, editor }) {
      const [heaps] = parse(editor.text);
      // Below the last row the drawing has a rim of 20.
      [...heaps, 0].forEach((count, row) => count || board.addPlace(`${row + 1}-0`, 35, 20 + 44 * row, 90, heaps[row] == null ? 20 : 44));
    },
    /** A heap loses what is pointed at, a large one a match; or it has one match more. */
    point(text, { name, alternate }, { board }) {
      const [heap, count] = name.split('-').map(Number);
      const taken = board.place(name).querySelectorAll('.stick').length > 1 ? 1 : count;
      const [heaps, rest] = parse(text);
      heaps[heap - 1] = (heaps[heap - 1] ?? 0) + (alternate || !taken ? 1 : -taken);
      return `${heaps.join(' ')} ${rest}`;
    },
  },
  hasOneColor: true,
  analysis: 'values',
  overlays: ['grundy'],
  tools: ['solve', 'grundy', 'strategy'],
};
