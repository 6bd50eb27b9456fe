/** @file The review of a game: a session of its own looks at each position of the current line, and the worst moves come first. */

import { Link } from './link.js';
import { Collector, drawCurve, drawTree, parseValues } from './panels.js';
import { h, say, t } from './dom.js';

/** Seconds for each position. */
const SECONDS = 0.6;
/** A loss below this is no mistake. */
const SLIP = 0.05;

/** @param {import('./turn.js').Turn} turn */
export async function startReview(turn) {
  const { record } = turn;
  const nodes = [record.root, ...record.line()];
  if (nodes.length < 2) return say(t('noMoves'));
  turn.review?.close();
  const link = (turn.review = new Link(turn.link.key));
  await new Promise((resolve) => link.addEventListener('open', resolve, { once: true }));
  const bar = h('progress', { max: nodes.length, value: 0, 'aria-label': t('review') });
  turn.reviewBox.replaceChildren(bar, h('button.quiet', { onclick: () => link.close() }, t('stop')));
  for (const line of [`game ${turn.name}`, ...record.setup, `position ${record.start}`, 'param level 10']) link.send(line);
  for (const [index, node] of nodes.entries()) {
    if (node.parent) link.send(node.line);
    await look(link, turn, node);
    if (link.isClosed) break;
    bar.value = index + 1;
    if (turn.record === record) drawCurve(turn.curve, record, (other) => turn.go(other));
  }
  const isWhole = !link.isClosed;
  link.close();
  turn.review = null;
  if (isWhole && turn.record === record) show(turn, nodes);
  else turn.reviewBox.replaceChildren();
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
  if (!best.length) return;
  node.win = toMove === 'black' ? best[0].win : 1 - best[0].win;
  node.best = best[0].move;
}

/** What a drawing says about the position. @param {string} text */
function facts(text) {
  const word = (/** @type {string} */ key) => new RegExp(`data-${key}="([^"]*)"`).exec(text)?.[1] ?? '';
  return { toMove: word('to-move') || 'black', score: word('score') };
}

/** Lists the mistakes, the worst first. @param {*} turn @param {any[]} nodes */
function show(turn, nodes) {
  const mistakes = [];
  for (const node of nodes.slice(1)) {
    const { parent } = node;
    if (node.win == null || parent.win == null) continue;
    const lost = node.color === 'black' ? parent.win - node.win : node.win - parent.win;
    node.loss = node.name === parent.best ? 0 : Math.max(0, lost);
    if (node.loss > SLIP) mistakes.push(node);
  }
  mistakes.sort((one, other) => other.loss - one.loss);
  const rows = mistakes.slice(0, 10).map((node) => h('li', { 'data-loss': Math.min(4, Math.floor(node.loss * 12)) },
    h('button', { onclick: () => turn.go(node) }, t('mistake', node.ply, turn.side(node.color), node.name, Math.round(node.loss * 100), node.parent.best)),
    h('button.quiet', { onclick: () => turn.go(node.parent).then(() => say(t('retryNow', turn.side(node.color)))) }, t('retry'))));
  turn.reviewBox.replaceChildren(rows.length ? h('ol.mistakes', {}, ...rows) : h('p', {}, t('noMistakes')));
  drawTree(turn.tree, turn.record, (node) => turn.go(node), (node) => turn.treeMenu(node));
  drawCurve(turn.curve, turn.record, (node) => turn.go(node));
}
