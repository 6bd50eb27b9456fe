/** @file What an analysis says, the tree of moves, and the curve of a game. */

import { gradeOf, morph } from './board.js';
import { h, moveName, refill, svg, t } from './dom.js';

/** @typedef {import('./record.js').Node} Node */
/** @typedef {{move: string, win: number, text: string, depth: number, nodes: number, pv: string, isAsked?: boolean}} Candidate */

/** Milliseconds after which a group of lines is complete. */
const QUIET = 25;

/** Collects the lines of an analysis to groups, one for each report of the search. */
export class Collector {
  /** @type {Candidate[]} */
  group = [];
  timer = 0;

  /** @param {(candidates: Candidate[]) => void} onGroup */
  constructor(onGroup) {
    this.onGroup = onGroup;
  }

  /** @param {string} line */
  add(line) {
    const found = /^info move (\S+) score (\S+) win (\S+) depth (\d+) nodes (\d+) pv (.*)$/.exec(line);
    if (!found) return;
    const [, move, score, win, depth, nodes, pv] = found;
    const last = this.group.at(-1);
    if (last && (last.nodes !== Number(nodes) || this.group.some((other) => other.move === move))) {
      this.flush();
      this.group = [];
    }
    const isProved = Number(win) === 1 && Math.abs(Number(score)) >= 1 || Number(win) === 0;
    const text = isProved ? (Number(win) ? '✓' : '✗') : String(Math.round(Number(win) * 100));
    this.group.push({ move, win: Number(win), text, depth: Number(depth), nodes: Number(nodes), pv });
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.flush(), QUIET);
  }

  /** Passes on a group with new lines. Later ones may belong to it. */
  flush() {
    if (!this.timer) return;
    clearTimeout(this.timer);
    this.timer = 0;
    this.onGroup(this.group);
  }
}

/** What a move costs beside the best one, 0 to 1. @param {Candidate} best @param {Candidate} candidate */
export const lossOf = (best, candidate) => Math.max(0, best.win - candidate.win);

/**
 * Keeps what an analysis has found of a node.
 * @param {Node} node
 * @param {string} color whose move it is
 * @param {Candidate[]} candidates
 */
export function keepValues(node, color, candidates) {
  const [{ move, win }] = candidates;
  node.win = color === 'black' ? win : 1 - win;
  node.best = move;
  node.wins = Object.fromEntries(candidates.map((one) => [one.move, one.win]));
}

/** Reads the reply of `move_values`, the best moves first; nothing where the best one is not known. @param {string} text @returns {Candidate[]} */
export function parseValues(text) {
  if (/ unknown/.test(text) && !/ win/.test(text)) return [];
  const candidates = [];
  for (const line of text.split('\n')) {
    const [, move, word, key, number] = /^(\S+) (win|loss|draw)\b(?:.*?\b(plies|margin)=(-?\d+))?/.exec(line) ?? [];
    if (!move) continue;
    const size = Math.abs(Number(number ?? 0));
    const win = { win: 1, draw: 0.5, loss: 0 }[/** @type {'win'} */ (word)];
    const text = word === 'draw' ? '=' : (word === 'win' ? '+' : '−') + (number ? size : '');
    // Quick wins and slow losses first.
    const order = key === 'margin' ? -Number(number) : word === 'win' ? -1e6 + size : word === 'loss' ? 1e6 - size : 0;
    candidates.push({ order, candidate: { move, win, text, depth: size, nodes: 0, pv: move } });
  }
  return candidates.sort((one, other) => one.order - other.order).map(({ candidate }) => candidate);
}

/**
 * Draws the tree of moves: the main line as a text, variations indented.
 * @param {HTMLElement} box
 * @param {import('./record.js').Record} record
 * @param {(node: Node) => void} onGo
 * @param {(node: Node) => void} onMenu
 */
export function drawTree(box, record, onGo, onMenu) {
  const button = (/** @type {Node} */ node) => h('button.move', {
    'aria-current': node === record.node ? 'true' : null,
    'data-loss': node.loss != null ? gradeOf(node.loss) : null,
    'data-color': node.color || null,
    onclick: () => onGo(node),
    oncontextmenu: (/** @type {Event} */ event) => (event.preventDefault(), onMenu(node)),
  }, `${node.ply}. ${moveName(node.name)}`);
  const line = (/** @type {Node} */ first, /** @type {Node[]} */ others) => {
    const row = h('div.line');
    let rest = others;
    for (let node = first; node; node = node.children[0]) {
      row.append(button(node));
      for (const variation of rest) row.append(h('div.variation', {}, line(variation, [])));
      rest = node.children.slice(1);
    }
    return row;
  };
  const [first, ...others] = record.root.children;
  refill(box, first ? line(first, others) : h('p.empty', {}, t('noMoves')));
  const current = /** @type {HTMLElement|null} */ (box.querySelector('[aria-current]'));
  if (current) box.scrollTop = current.offsetTop - box.offsetTop - box.clientHeight / 2;
}

/**
 * Draws how likely black wins, move by move; a click goes there.
 * @param {HTMLElement} box
 * @param {import('./record.js').Record} record
 * @param {(node: Node) => void} onGo
 */
export function drawCurve(box, record, onGo) {
  const line = [record.root, ...record.line()];
  const known = line.filter((node) => node.win != null);
  if (known.length < 2) return box.replaceChildren();
  const [width, height] = [300, 64];
  const x = (/** @type {Node} */ node) => (node.ply / Math.max(1, line.length - 1)) * width;
  const y = (/** @type {Node} */ node) => height - /** @type {number} */ (node.win) * height;
  const points = known.map((node) => `${x(node).toFixed(1)},${y(node).toFixed(1)}`);
  const curve = svg('svg', { viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': t('curveLabel'), preserveAspectRatio: 'none' });
  curve.append(
    svg('polygon', { class: 'area', points: `${x(known[0])},${height} ${points.join(' ')} ${x(known.at(-1) ?? known[0])},${height}` }),
    svg('line', { class: 'even', x1: 0, x2: width, y1: height / 2, y2: height / 2 }),
    svg('polyline', { class: 'value', points: points.join(' ') }),
    svg('line', { class: 'here', x1: x(record.node), x2: x(record.node), y1: 0, y2: height }));
  box.onclick = (event) => {
    const { left, width: shown } = box.getBoundingClientRect();
    const ply = Math.round(((event.clientX - left) / shown) * (line.length - 1));
    onGo(line[Math.max(0, Math.min(line.length - 1, ply))]);
  };
  // A press and its release may come in two reports.
  if (box.firstElementChild) morph(box.firstElementChild, curve);
  else box.append(curve);
}
