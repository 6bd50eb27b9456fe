/** @file Reachability games in a browser: a click on a vertex moves there; the waves of an attractor, step by step. */

const SAMPLES = /** @type {Object<string, string>} */ ({
  small: 'a 1 - b c;b 2 - d e;c 2 - a;d 1 G1;e 1 - d c',
  draw: 'a 1 - b c;b 2 - a d;c 2 - d e;d 1 - b g;e 2 - c h;g 1 G1;h 2 G2',
  // One to three are taken; whoever takes the last one wins.
  matches: Array.from({ length: 22 }, (_, n) => {
    const [left, player] = [10 - Math.floor(n / 2), (n % 2) + 1];
    const next = [1, 2, 3].filter((k) => k <= left).map((k) => `${left - k}.${3 - player}`);
    return left ? `${left}.${player} ${player} - ${next.join(' ')}` : `0.${player} ${player} G${3 - player}`;
  }).join(';'),
});

/** @param {string} player */
const waves = (player) => async (/** @type {*} */ session) => {
  const line = `attractor ${player}`;
  const [reply] = await session.request([line]);
  if (!reply?.ok) return;
  let marks = '';
  const steps = reply.text.split('\n').slice(1).map((/** @type {string} */ row) => {
    const [rank, names] = row.split(/: ?/);
    if (names) marks += ` | label ${rank} ${names}`;
    return session.words('rank', rank, names) + marks;
  });
  session.reasons.show(session.words(player === '1' ? 'tools.waves' : 'tools.waves2'), steps.join('\n') || session.words('said.strategy.empty'), line);
};

/** @type {import('../page').GamePage} */
export default {
  style: `
.e{stroke:var(--soft)}.h{fill:var(--soft)}.s{fill:none;stroke:var(--soft)}.v{fill:var(--card);stroke:var(--ink)}
.g1,.w1{fill:color-mix(in srgb,#2e9b4f 35%,var(--card));stroke:var(--ink)}.g2,.w2{fill:color-mix(in srgb,#2f6fd0 35%,var(--card));stroke:var(--ink)}
.g2{stroke-dasharray:5 3}.n{fill:var(--line);stroke:var(--ink)}.f{stroke-width:3}.c{stroke:var(--second);stroke-width:4}text{font-size:13px;fill:var(--ink)}.r{font-size:10px;fill:var(--soft);paint-order:stroke;stroke:var(--paper);stroke-width:3px}
[data-at]:hover>:first-child{stroke:var(--mark)}[data-lit]>:first-child{fill:var(--lit)}.ghost text{fill:var(--ink)!important}`,
  fields: [{ key: 'graph', choices: ['matches', 'small', 'draw'], value: 'matches' }],
  start: ({ graph }) => [`load ${SAMPLES[graph]}`],
  label(name, shape, session) {
    const goal = shape.querySelector('.g1') ? 'black' : shape.querySelector('.g2') && 'white';
    return `${name}, ${session.side(shape.querySelector('circle') ? 'black' : 'white')}${goal ? `, ${session.words('goal', session.side(goal))}` : ''}${shape.querySelector('.c') ? ' ●' : ''}`;
  },
  edit: { begin: (text) => text.split(';').at(-1), point: (_, { name }) => `at ${name}`, other: false },
  zoom: true,
  hasOneColor: true,
  analysis: 'values',
  overlays: ['values'],
  tools: ['solve',
    { key: 'waves', run: waves('1'), isGeneral: true }, { key: 'waves2', run: waves('2'), isGeneral: true },
    { key: 'wins', run: (s) => s.query(s.words('tools.wins'), `strategy ${s.toMove === 'black' ? 1 : 2}`) },
    { key: 'verify', isGeneral: true }],
  forms: ['pgn', 'json', 'game'],
  written: { game: (start) => `${start.replace(/;at [^;]*$/, '').replaceAll(';', '\n')}\n` },
  readsParts: true,
  read: (text) => (/\n/.test(text.trim()) ? [] : [`position ${text.trim()}`, `load ${text.trim()}`]),
};
