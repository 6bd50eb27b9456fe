/** @file The review of a game: a session of its own looks at each position of the current line, and the worst moves come first. */

import { beginOf } from './files.js';
import { Link } from './link.js';
import { Collector, keepValues, parseValues } from './panels.js';
import { gradeOf } from './board.js';
import { button, h, moveName, refill, say, t } from './dom.js';

/** Seconds for each position. */
const SECONDS = 0.6;
/** A loss below this is no mistake. */
const SLIP = 0.05;
/** Most mistakes that are listed. */
const MOST = 10;

/** @param {import('./turn.js').Turn} turn */
export async function startReview(turn) {
  const { record } = turn;
  const all = [record.root, ...record.line()];
  // What sets up a puzzle or a lesson is nobody's choice.
  const first = (turn.tasks?.current ?? turn.lessons?.current)?.lines.length ?? 0;
  const [before, nodes] = [all.slice(1, first + 1), all.slice(first)];
  if (nodes.length < 2) return say(t('noMoves'));
  turn.review?.close();
  const link = (turn.review = new Link(turn.link.key));
  // A session that begins anew has another position.
  link.addEventListener('close', () => link.close());
  await new Promise((resolve) => ['open', 'close'].forEach((event) => link.addEventListener(event, resolve)));
  const bar = h('progress', { max: nodes.length, value: 0, 'aria-label': t('review') });
  turn.reviewBox.replaceChildren(bar, h('button.quiet', { onclick: () => link.close() }, t('stop')));
  const lines = [...beginOf(turn.name, record), 'param level 10', ...before.map((node) => node.line)];
  const begun = await Promise.all(lines.map((line) => link.send(line)));
  const refused = begun.find((reply) => !reply.ok);
  if (refused) {
    link.close();
    turn.refuse(refused.text);
  }
  for (const [index, node] of nodes.entries()) {
    if (index && !(await link.send(node.line)).ok) link.close();
    if (link.isClosed) break;
    await look(link, turn, node);
    if (link.isClosed) break;
    bar.value = index + 1;
    if (turn.record === record) turn.drawCurve();
  }
  const isWhole = !link.isClosed;
  link.close();
  // Another review has begun, or another game is shown.
  if (turn.review !== link || turn.app.session !== turn) return;
  turn.review = null;
  if (turn.record !== record) return drawReview(turn);
  if (isWhole) {
    for (const child of nodes.slice(1)) child.loss = lossOf(child) ?? child.loss;
    turn.keep();
  }
  drawReview(turn);
  if (isWhole && !mistakesOf(turn).length) turn.reviewBox.append(h('p', {}, t('noMistakes')));
  turn.drawCourse();
}

/** What a move cost its player, 0 to 1: by the analysis of its position if that has its value, else by that of the next one. @param {*} node */
function lossOf({ name, color, parent, win }) {
  if (parent.win == null) return null;
  if (name === parent.best) return 0;
  const before = color === 'black' ? parent.win : 1 - parent.win;
  const after = parent.wins?.[name] ?? (win == null ? null : color === 'black' ? win : 1 - win);
  return after == null ? null : Math.max(0, before - after);
}

/** Finds the value and the best move of a node, at which the session stands. @param {Link} link @param {*} turn @param {*} node */
async function look(link, turn, node) {
  const { toMove, score } = facts((await link.send('svg')).text);
  if (score) {
    node.win = score.startsWith('B') ? 1 : score.startsWith('W') ? 0 : 0.5;
    return;
  }
  /** @type {import('./panels.js').Candidate[]} */
  let best = [];
  if (turn.game.analysis === 'values') {
    link.send('param max_time 2');
    const reply = await link.send(`move_values ${toMove[0]}`);
    if (reply.ok) best = parseValues(reply.text);
  }
  if (!best.length) {
    const collector = new Collector((candidates) => (best = candidates));
    const timer = setTimeout(() => link.interrupt(), SECONDS * 1000);
    await link.send(`analyze ${toMove[0]}`, (line) => collector.add(line));
    clearTimeout(timer);
    collector.flush();
  }
  if (best.length) keepValues(node, toMove, best);
}

/** What a drawing says about the position. @param {string} text */
function facts(text) {
  const word = (/** @type {string} */ key) => new RegExp(`data-${key}="([^"]*)"`).exec(text)?.[1] ?? '';
  return { toMove: word('to-move') || 'black', score: word('score') };
}

/** The mistakes of the current line, the worst first. @param {*} turn @returns {any[]} */
const mistakesOf = ({ record }) => record.line().filter((/** @type {any} */ node) => node.loss > SLIP)
  .sort((/** @type {any} */ one, /** @type {any} */ other) => other.loss - one.loss).slice(0, MOST);

/** Lists the mistakes that a review has found. What is better stays hidden while the user looks for it. @param {*} turn */
export function drawReview(turn) {
  if (turn.review) return;
  const mistakes = mistakesOf(turn);
  if (turn.retried && !mistakes.includes(turn.retried) && turn.record.node !== turn.retried.parent) turn.retried = null;
  const rows = mistakes.map((node) => {
    const loss = Math.round(node.loss * 100);
    const words = [node.ply, turn.side(node.color), moveName(node.name), loss];
    return h('li', { 'data-loss': gradeOf(node.loss) },
      h('button', { onclick: () => turn.go(node) }, node === turn.retried ? t('mistakeHidden', ...words) : t('mistake', ...words, moveName(node.parent.best))),
      button('retry', () => retry(turn, node), 'button.quiet'));
  });
  if (!rows.length) turn.leave(turn.reviewBox);
  refill(turn.reviewBox, rows.length ? h('ol.mistakes', {}, ...rows) : '');
}

/** Lets the user look for something better. @param {*} turn @param {any} node the mistake */
async function retry(turn, node) {
  turn.retried = node;
  await turn.go(node.parent);
  turn.tell(t('retry'), t('retryNow', turn.side(node.color)));
}

/** Judges a move that was made in place of a mistake. @param {*} turn @param {any} mistake */
export async function judge(turn, mistake) {
  const { parent } = mistake;
  const { node } = turn.record;
  turn.retried = mistake;
  await turn.after();
  turn.halt();
  if (node.name !== parent.best && parent.wins?.[node.name] == null) {
    const task = (turn.task = { isOver: false, isQuestion: true });
    turn.working(true);
    await look(turn.link, turn, node);
    if (!turn.finish(task)) return;
  }
  node.loss = lossOf(node) ?? 0;
  const isGood = node.loss <= SLIP;
  if (isGood) turn.retried = null;
  turn.keep();
  turn.after();
  turn.tell(t('retry'), isGood ? t('retryGood', moveName(node.name)) : t('retryBad', moveName(node.name), Math.round(node.loss * 100)));
  if (!isGood) turn.answer.append(button('retry', () => retry(turn, mistake)));
  turn.answer.append(button('retryShow', async () => {
    turn.retried = null;
    await turn.go(parent);
    turn.tell(t('retry'), t('retryBest', moveName(parent.best)));
    turn.board.light([turn.placeOf(parent.best)]);
  }));
}
