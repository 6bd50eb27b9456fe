/** @file Hex in a browser: the swap by a second click, connections, the chain that has won, records of HexWorld. */

/** The stones by place. @param {*} session @returns {Map<string, string>} */
function stones(session) {
  const found = new Map();
  for (const [name, shape] of session.board.places()) {
    const color = ['black', 'white'].find((word) => shape.querySelector(`.${word}`));
    if (color) found.set(name, color);
  }
  return found;
}

/** The stones of a colour. @param {*} session @param {string} color */
const stonesOf = (session, color) => new Set([...stones(session)].filter(([, stone]) => stone === color).map(([name]) => name));

const at = (/** @type {string} */ name) => [name.charCodeAt(0) - 97, Number(name.slice(1)) - 1];
const nameOf = (/** @type {number} */ x, /** @type {number} */ y) => `${String.fromCharCode(97 + x)}${y + 1}`;

/** The stones that are joined to some of them. @param {Set<string>} own @param {string[]} some */
function chainsOf(own, some) {
  const found = new Set(some);
  for (const name of found) {
    const [x, y] = at(name);
    for (const [dx, dy] of [[1, 0], [-1, 0], [0, 1], [0, -1], [1, -1], [-1, 1]]) {
      const next = nameOf(x + dx, y + dy);
      if (own.has(next)) found.add(next);
    }
  }
  return found;
}

/** The chain that joins both edges of the winner. @param {*} session */
function winningChain(session) {
  const color = session.score.startsWith('B') ? 'black' : 'white';
  const own = stonesOf(session, color);
  const along = color === 'black' ? 1 : 0;
  const far = Math.max(...[...session.board.places().keys()].map((name) => at(name)[along]));
  const grow = (/** @type {number} */ edge) => chainsOf(own, [...own].filter((name) => at(name)[along] === edge));
  const [one, other] = [grow(0), grow(far)];
  return [...one].filter((name) => other.has(name));
}

/** Draws the connections between two places that the user points at. @param {*} session */
function connect(session) {
  /** @type {string[]} */
  const ends = [];
  session.tell(session.words('tools.links'), session.words('pickTwo'));
  session.pick = async (/** @type {string} */ name) => {
    ends.push(name);
    session.board.light(ends);
    if (ends.length < 2) return;
    const color = stones(session).get(ends[0]) ?? session.toMove;
    const [full, semi] = await session.request(['full', 'semi'].map((kind) => `vc-between-cells-${kind} ${color} ${ends.join(' ')}`));
    if (!full) return;
    const isFull = full.ok && full.text;
    const [, cells = '', key = ''] = /\[ (.*?) \] \[.*?\] ?(\w*)/.exec(isFull ? full.text : semi.text) ?? [];
    const own = stonesOf(session, color);
    const isChain = own.has(ends[0]) && own.has(ends[1]) && chainsOf(own, [ends[0]]).has(ends[1]);
    const kind = isChain || isFull && !cells ? 'touch' : isFull ? 'full' : semi.ok && semi.text ? 'semi' : 'empty';
    const text = session.words(`said.links.${kind}`).replace('{names}', cells).replace('{key}', key).replace('{side}', session.side(color));
    session.tell(session.words('tools.links'), full.ok ? text : session.explain(full.text), `vc-between-cells-full ${color} ${ends.join(' ')}`);
    session.board.light(session.placesIn(cells).concat(ends));
  };
}

/** Whether the second player may swap now. @param {*} session */
const maySwap = ({ record: { node, setup } }) => node.ply === 1 && setup.some((/** @type {string} */ line) => /^param swap (pieces|sides)$/.test(line));

/** The position of this size with these stones. The player to move is the one who has not made the last move of the text. @param {string} size @param {Map<string, string>} set @param {string} toMove */
function textOf(size, set, toMove) {
  const list = [...set].sort(([, one], [, other]) => Number(one !== toMove) - Number(other !== toMove));
  return list.reduce((text, [name, color]) => `${text} ${color[0]}:${name}`, size);
}

/** What such a text says. @param {string} text @returns {[string, Map<string, string>, string]} */
function parse(text) {
  const [size, ...words] = text.split(' ');
  const list = words.map((word) => /** @type {[string, string]} */ ([word.slice(2), word[0] === 'b' ? 'black' : 'white']));
  return [size, new Map(list), list.at(-1)?.[1] === 'black' ? 'white' : 'black'];
}

/** Black, then white, then nothing; or the other way round. */
const AFTER = /** @type {Object<string, string>} */ ({ '': 'black', black: 'white', white: '' });
const BEFORE = /** @type {Object<string, string>} */ ({ '': 'white', white: 'black', black: '' });

/** @type {import('../page').GamePage} */
export default {
  style: `
.cell{fill:var(--board);stroke:var(--board-line);stroke-width:1}
.edge-black,.edge-white{fill:none}.edge-black{filter:drop-shadow(0 1.3px 0 var(--stone-rim)) drop-shadow(0 -1.3px 0 var(--stone-rim));stroke:var(--stone-black);stroke-width:6;stroke-linecap:round}.edge-white{stroke:var(--second);stroke-width:6;stroke-linecap:round}
.black{fill:var(--stone-black);stroke:var(--stone-rim);stroke-width:1}.white{fill:var(--second);stroke:color-mix(in srgb,var(--second) 60%,#000);stroke-width:1}
.ghost.white circle{fill:var(--second)}.ghost.white text{fill:light-dark(#fff,#1a1a1a)}.last{fill:#fff}.name{font-size:13px;fill:var(--soft)}.label{font-size:9.5px;fill:var(--ink)}
[data-at]:hover .cell{fill:color-mix(in srgb,var(--lit) 55%,var(--board))}[data-lit] .cell{fill:var(--lit)}.over [data-lit] .black,.over [data-lit] .white{stroke:var(--mark);stroke-width:3}`,
  fields: [{ key: 'size', choices: [4, 5, 6, 7, 8, 9, 10, 11, 13, 14, 15, 17, 19], value: 9 }, { key: 'swap', choices: ['none', 'pieces', 'sides'], value: 'none' }],
  setup: ({ swap }) => [`param swap ${swap}`],
  start: ({ size }) => [`boardsize ${size}`],
  split(position) {
    const [start, ...moves] = position.split(' ');
    return { start, moves: moves.map((word) => [word.slice(2), word.startsWith('b') ? 'black' : 'white']) };
  },
  point(name, session) {
    if (session.pick) return session.pick(name);
    return maySwap(session) && stones(session).has(name) ? 'swap-pieces' : name;
  },
  count(session) {
    const { name, color } = session.record.node;
    return maySwap(session) ? session.words('maySwap') : name.startsWith('swap') ? session.words('swapped', session.side(color)) : '';
  },
  swapsSides: ({ name }, { setup }) => name === 'swap-sides' || name === 'swap-pieces' && !setup.includes('param swap pieces'),
  end: winningChain,
  overlays: ['cells', 'twod'],
  tools: [
    'solve',
    { key: 'line', run: (s) => s.query(s.words('tools.line'), `dfpn-get-pv ${s.toMove[0]}`).then((/** @type {*} */ r) => r.ok && s.showLine(r.text, s.toMove)) },
    { key: 'inferior', run: (s) => s.query(s.words('tools.inferior'), `compute-inferior ${s.toMove}`).then((/** @type {*} */ r) => s.board.light(s.placesIn(r.text))) },
    { key: 'mustPlay', async run(s) {
      const { ok, text } = await s.query(s.words('tools.mustPlay'), `vc-get-mustplay ${s.toMove}`);
      const outside = s.placesIn(text);
      const held = stones(s);
      if (ok) s.board.light([...s.board.places().keys()].filter((name) => outside.length && !outside.includes(name) && !held.has(name)));
    } },
    { key: 'links', run: connect },
  ],
  edit: {
    // Without swaps and resignations.
    begin: (text, session) => textOf(text.split(' ')[0], stones(session), session.toMove),
    point(text, { name, alternate }) {
      const [size, set, toMove] = parse(text);
      const color = (alternate ? BEFORE : AFTER)[set.get(name) ?? ''];
      set.delete(name);
      if (color) set.set(name, color);
      return textOf(size, set, toMove);
    },
    turn(text) {
      const [size, set, toMove] = parse(text);
      // The last stone of the text is one of who is to move now.
      return [...set.values()].includes(toMove) ? textOf(size, set, toMove === 'black' ? 'white' : 'black') : [];
    },
  },
  headOf: (setup) => {
    const [, swap] = /param swap (pieces|sides)/.exec(setup.join()) ?? [];
    return /** @type {Record<string, string[]>} */ (swap ? { RU: [`swap-${swap}`] } : {});
  },
  setupIn: (text) => (/^\s*\(/.test(text) ? [`param swap ${/\bRU\[[^\]]*swap-(pieces|sides)/.exec(text)?.[1] ?? 'none'}`] : undefined),
  forms: ['sgf', 'json'],
  tree: 'sgf',
  read: (text) => (/^\s*[({]/.test(text) ? [] : [`load ${text.trim().replace(/\s+/g, ' ').replaceAll('#', '%23')}`]),
  site: true,
};
