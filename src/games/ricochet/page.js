/** @file Ricochet Robots in a browser: robots glide by clicks, arrow keys or swipes; solutions are played back. */

const DIRECTIONS = /** @type {Object<string, string>} */ ({ ArrowUp: 'up', ArrowRight: 'right', ArrowDown: 'down', ArrowLeft: 'left' });
const ROBOTS = ['red', 'green', 'blue', 'yellow', 'silver'];
/** Milliseconds for each move of a playback. */
const PACE = 650;
/** Seconds to rate a board. */
const RATE_SECONDS = 3;

/** The direction of a step. @param {number} dx @param {number} dy */
const toward = (dx, dy) => (Math.abs(dx) > Math.abs(dy) ? (dx > 0 ? 'right' : 'left') : dy > 0 ? 'down' : 'up');

/** Where each robot can go: `{up: cell, ...}`. @param {*} session @param {string} robot */
async function reach(session, robot) {
  const { text } = await session.send('moves');
  const line = text.split('\n').find((/** @type {string} */ row) => row.startsWith(`${robot} `)) ?? '';
  return Object.fromEntries([...line.matchAll(/(up|right|down|left)=(\d+)/g)].map(([, direction, cell]) => [direction, cell]));
}

/** The piece of a robot. @param {*} session @param {string} robot */
const pieceOf = (session, robot) => session.board.box.querySelector(`[data-piece=${robot}]`);

/** Chooses a robot and shows where it can go. @param {*} session @param {string} robot */
async function take(session, robot) {
  session.robot = robot;
  const show = (/** @type {string[]} */ cells) => {
    session.board.light(cells);
    pieceOf(session, robot)?.setAttribute('data-lit', 'yes');
  };
  show([]);
  show(Object.values(await reach(session, robot)));
}

/** Where a piece stands in the drawing. @param {Element} piece */
const middleOf = (piece) => (/translate\((\S+) (\S+)\)/.exec(piece.getAttribute('transform') ?? '') ?? []).slice(1).map(Number);

/** The robot that stands on a cell; drawings have cells of 36 with a rim of 24. @param {*} session @param {string} cell */
function robotOn(session, cell) {
  if (!cell) return null;
  const columns = (session.board.svg.viewBox.baseVal.width - 48) / 36;
  for (const piece of session.board.box.querySelectorAll('.piece')) {
    const [x, y] = middleOf(piece).map((at) => Math.floor((at - 24) / 36));
    if (ROBOTS.includes(piece.dataset.piece) && y * columns + x === Number(cell)) return piece.dataset.piece;
  }
  return null;
}

/** The cell of the target. @param {string} text a position */
const targetOf = (text) => /target=\w+@(\d+)/.exec(text)?.[1];

/** Picks a robot or the target up, and puts it down elsewhere; or builds the wall that is nearest, or pulls it down. @param {string} text @param {*} point @param {*} session */
function move(text, { name, piece, alternate, x, y, side }, session) {
  const { board, editor } = session;
  const columns = Number(/^\d+/.exec(text)?.[0]);
  if (alternate && name && (side ?? x) != null) {
    const { left, top, right, bottom } = board.place(name).getBoundingClientRect();
    const sides = [y - top, right - x, bottom - y, x - left];
    side ??= sides.indexOf(Math.min(...sides));
    const [cell, column] = [Number(name), Number(name) % columns];
    const other = cell + [-columns, 1, columns, -1][side];
    // The rim stays.
    if (side === 1 && column === columns - 1 || side === 3 && !column || !board.place(String(other))) return null;
    const [size, rest] = text.split(':');
    const walls = rest.split(' ')[0];
    const turn = (/** @type {string} */ all, /** @type {number} */ place, /** @type {number} */ bit) =>
      all.slice(0, place) + (Number.parseInt(all[place], 16) ^ bit).toString(16).toUpperCase() + all.slice(place + 1);
    return `${size}:${turn(turn(walls, cell, 1 << side), other, 1 << (side + 2) % 4)}${rest.slice(walls.length)}`;
  }
  const held = editor.held;
  if (!held) {
    const target = targetOf(text);
    editor.held = piece ?? robotOn(session, name) ?? (name === target ? 'target' : null);
    if (editor.held) board.light([name || target]);
    return null;
  }
  editor.held = null;
  board.light([]);
  if (!name) return null;
  return text.replace(held === 'target' ? /(target=\w+@)\d+/ : new RegExp(`\\b(${held}=)\\d+`), `$1${name}`);
}

/** Moves in signs: `RN` is `R↑`. @param {string} path */
const signs = (path) => path.replace(/\b([A-Z])([NESW])\b/g, (_, robot, direction) => robot + /** @type {*} */ ({ N: '↑', E: '→', S: '↓', W: '←' })[direction]);

/** @param {*} session */
async function solve(session) {
  const [reply] = await session.request(['solutions 20'], 60);
  if (!reply) return;
  if (!reply.ok) return session.tell(session.words('solution'), session.explain(reply.text), 'solutions 20');
  const [head, ...rows] = reply.text.split('\n');
  const { node } = session.record;
  const moves = /moves=(\d+)/.exec(head)?.[1];
  session.tell(session.words('solution'), moves ? session.words('best', moves) : session.words(`verdicts.${head.split(' ')[0]}`), 'solutions 20', null);
  for (const row of rows) {
    const path = row.split(' ')[0];
    // Nothing is left to do.
    if (path === '-') continue;
    session.answer.append(session.button(`▶ ${signs(path).replaceAll(',', ' ')}`, () => playBackFrom(session, path, node)));
  }
}

/** Plays a solution from the node that it is of, until something else is done. @param {*} session @param {string} path @param {*} from */
async function playBackFrom(session, path, from) {
  if (session.record.node !== from) await session.go(from);
  for (const move of path.split(',')) {
    if (session.record.node !== from || !(await session.play(move))) return;
    from = session.record.node;
    await session.after(true);
    await new Promise((resolve) => setTimeout(resolve, PACE));
  }
}

/** @type {import('../page').GamePage} */
export default {
  kind: 'puzzle',
  check: false,
  explainsMoves: false,
  style: `
.field{fill:var(--board)}.line{stroke:var(--board-line);stroke-opacity:.45;stroke-width:1}.wall{stroke:var(--ink);stroke-width:4;stroke-linecap:round}
.board{touch-action:pinch-zoom}.board svg{min-width:0!important}.left{fill:none;stroke:var(--soft);stroke-width:1.5;stroke-dasharray:3 2}.closed{fill:var(--soft)}.red{fill:#d33a2c}.green{fill:#23803f}.blue{fill:#2f6fd0}.yellow{fill:#d9a900}.silver{fill:#7d8791}.any{fill:#8a4fbf}
.letter{font-size:16px;font-weight:bold;fill:#fff}.goal{font-size:15px;fill:#fff;font-weight:bold}:is(.yellow,.silver)+text{fill:#111}.step{font-size:10px;fill:#222}
.way{stroke-width:3;stroke-opacity:.75;fill:none}.way.red{stroke:#d33a2c}.way.green{stroke:#23803f}.way.blue{stroke:#2f6fd0}
.way.yellow{stroke:#c79c00}.way.silver{stroke:#7d8791}.disc{fill:#fff;stroke:#444}.value{font-size:12px;fill:var(--ink)}.name{font-size:11px;fill:var(--soft);pointer-events:none}
.line,.wall,.closed{pointer-events:none}.piece{cursor:pointer}.piece[data-lit] circle{stroke:var(--focus);stroke-width:4}[data-at][data-lit] .field{fill:var(--lit)}
.piece[data-piece=target]{pointer-events:none}.over .piece[data-piece=target] polygon{stroke:var(--mark);stroke-width:4}`,
  fields: [
    { key: 'difficulty', choices: ['beginner', 'advanced', 'insane', 'impossible'], value: 'beginner' },
    { key: 'walls', choices: ['official', 'all', 'random'], value: 'official' }, { key: 'robots', choices: [4, 5], value: 4 },
    { key: 'target', choices: ['one', 'any'], value: 'one' }, { key: 'rule', choices: ['plain', 'ricochet'], value: 'plain' }],
  moves: (text) => text.split(','),
  async point({ name, piece }, session) {
    const robot = ROBOTS.includes(piece) ? piece : robotOn(session, name);
    // The arrow keys go to the board where the focus is there.
    if (robot) return session.board.place(name || session.board.focus)?.focus({ preventScroll: true }), take(session, robot), null;
    if (!session.robot || !session.board.place(name)) return null;
    const cells = await reach(session, session.robot);
    const [from, shape] = [pieceOf(session, session.robot), session.board.place(name)];
    // The board may be another one by now.
    if (!from || !shape) return null;
    const to = session.board.middle(shape);
    const [x, y] = middleOf(from);
    const direct = Object.keys(cells).find((direction) => cells[direction] === name);
    const [dx, dy] = [to.x - x, to.y - y];
    return `${session.robot} ${direct ?? toward(dx, dy)}`;
  },
  drag({ from, piece, dx, dy }, session) {
    const robot = ROBOTS.includes(piece) ? piece : robotOn(session, from ?? '') ?? session.robot;
    if (!robot) return;
    session.robot = robot;
    session.move(`${robot} ${toward(dx, dy)}`);
  },
  key(event, session) {
    const { key, shift } = event.detail;
    const robot = ROBOTS.find((word) => word[0] === key.toLowerCase());
    if (robot && pieceOf(session, robot)) {
      event.preventDefault();
      take(session, robot);
    } else if (DIRECTIONS[key] && pieceOf(session, session.robot) && !shift) {
      event.preventDefault();
      session.later(() => session.move(`${session.robot} ${DIRECTIONS[key]}`));
    }
  },
  label: (name, shape, session) => {
    const robot = robotOn(session, name);
    return [name, robot && session.words('robot', session.words(`robots.${robot}`)), targetOf(session.record.start) === name && session.words('fields.target')]
      .filter(Boolean).join(', ');
  },
  async after(session, isLive) {
    const { ply, reply } = session.record.node;
    const isSolved = /solved moves=/.test(reply);
    session.solved(isSolved, isLive);
    if (isLive) session.duel.check();
    const [, robot = 'any'] = /target=(\w+)@/.exec(session.record.start) ?? [];
    const made = session.words('movesMade', ply);
    session.status.textContent = isSolved ? session.words('solvedMoves', ply) : session.words('task', session.words(`robots.${robot}`), made);
    if (session.robot && !isSolved) take(session, session.robot);
  },
  async hint(session) {
    // The text of a puzzle tells its length.
    session.hintStep = Math.min(4, Math.max(session.hintStep + 1, session.tasks?.current ? 2 : 1));
    const step = session.hintStep;
    const [reply] = await session.request([`hint ${step}`]);
    if (!reply) return;
    const words = ['hintLength', 'hintRobots', 'hintWhich', 'hintLast'];
    const color = (/** @type {string} */ robot) => session.words(`robots.${robot}`);
    const value = reply.text.replace(/^[a-z]+=/, '').replace(/ difficulty=(\S+)/, (/** @type {string} */ _, /** @type {string} */ word) => ` (${session.words(`choices.${word}`)})`);
    const said = step === 3 ? value.split(',').map(color).join(', ')
      : signs(value).replace(/^[A-Z](?=[↑→↓←])/, (letter) => `${color(ROBOTS.find((robot) => robot[0].toUpperCase() === letter) ?? letter)} `);
    session.tell(session.words('hint'), reply.ok ? session.words(words[step - 1], said) : session.explain(reply.text), `hint ${step}`);
  },
  solve,
  duel: { next: (s) => [`position ${s.record.start}`, 'next'] },
  edit: {
    point: move,
    /** An arrow key builds or pulls down the wall on its side; with Shift it leads to the next cell. */
    key(event, editor) {
      const { key, name, shift } = event.detail;
      if (!DIRECTIONS[key] || shift || !editor.other.checked) return;
      event.preventDefault();
      editor.point({ name, side: Object.keys(DIRECTIONS).indexOf(key) });
    },
  },
  overlays: ['grid'],
  tools: [
    { key: 'next', run: (s) => s.begin([], [`position ${s.record.start}`, 'next']) },
    { key: 'rate', run: (s) => s.query(s.words('tools.rate'), 'rate', RATE_SECONDS) },
    { key: 'grid', run: (s) => (s.halt(), (s.overlay = s.overlay ? '' : 'grid'), s.refresh()) }],
};
