/** @file Why: an explanation step by step, with the marks of each sentence on the board. */

import { disc } from './board.js';
import { button, h, moveName, say, svg, t } from './dom.js';

/** What a key does among the steps. @type {Object<string, number>} */
const STEPS = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1, Home: -1e4, End: 1e4 };

export class Reasons {
  /** Whether the move that is pointed at next is explained, and not made. */
  picks = false;

  /** @param {*} session */
  constructor(session) {
    this.session = session;
  }

  /** The buttons. */
  buttons() {
    const pick = async () => {
      const { session } = this;
      if (session.facts.score) return say(t('over'));
      if (session.isPeeking) await session.go(session.record.node);
      session.tell(t('why'), t('whyMove'));
      this.picks = true;
    };
    return [button('why', () => this.ask(), 'button.quiet'), this.session.game.explainsMoves === false ? '' : button('whyThis', pick, 'button.quiet')];
  }

  /** Explains a move if one is asked for. @param {string} move */
  takes(move) {
    if (!this.picks) return false;
    this.ask(move);
    return true;
  }

  /** Explains the position, or a move. @param {string} [move] */
  async ask(move = '') {
    const { session } = this;
    const line = `explain ${move}`.trim();
    const title = `${t('why')} ${moveName(move.replace(/.* /, ''))}`;
    const reply = await session.query(title, `${line} marks`, session.seconds);
    if (reply.ok) this.show(title, reply.text, line);
    // Another place may be meant.
    else if (move && reply.text) this.picks = true;
  }

  /** @param {string} title @param {string} text @param {string} line */
  show(title, text, line) {
    const { session } = this;
    session.tell(title, '', line);
    const told = text.replace(/^next: (.*) rule=(\S+) level=(\w+)/m, (_, move, rule, level) => t('nextStep', move, t(`rules.${rule}`), t(`choices.${level}`)));
    const steps = told.split('\n').map((row) => row.split(' | '));
    let at = 0;
    const items = steps.map(([sentence], index) => h('button.quiet', { onclick: () => go(index) }, ...session.withPlaces(session.inWords(sentence))));
    const go = (/** @type {number} */ to) => {
      items[at].removeAttribute('aria-current');
      at = Math.max(0, Math.min(items.length - 1, to));
      items[at].setAttribute('aria-current', 'step');
      items[at].focus();
      this.draw(steps[at]);
    };
    const list = h('ol.reasons', { onkeydown: (/** @type {KeyboardEvent} */ event) => {
      if (!STEPS[event.key]) return;
      event.preventDefault();
      event.stopPropagation();
      go(at + STEPS[event.key]);
    } }, ...items.map((item) => h('li', {}, item)));
    session.answer.querySelector('.words')?.replaceWith(list);
    if (list.isConnected) go(0);
  }

  /** The shape that a mark is about. @param {string} name */
  shape(name) {
    const { board, game } = this.session;
    return game.shapeOf?.(name, board) ?? board.place(name) ?? board.place(game.placeOf?.(name, board) ?? name);
  }

  clear() {
    this.picks = false;
    this.session.board.box.querySelector('g.why')?.remove();
  }

  /** Draws the marks of a sentence. @param {string[]} sentence */
  draw([text, ...marks]) {
    this.clear();
    const { board, game, toMove } = this.session;
    const layer = svg('g', { class: 'marks why' });
    board.svg.append(layer);
    const lit = new Set();
    for (const mark of marks.length ? marks : [`cells ${this.session.placesIn(text).join(' ')}`]) {
      const [kind, ...names] = mark.split(' ');
      const label = kind === 'label' ? names.shift() : '';
      /** @type {*} */
      let from = null;
      for (const [index, name] of names.entries()) {
        const shape = this.shape(name);
        if (!shape) continue;
        const nth = kind === 'line' ? names.slice(0, index).filter((other) => this.shape(other) === shape).length : 0;
        const { x, y, size } = board.middle(kind === 'line' || label ? board.spot(shape, nth) : shape);
        const group = svg('g', { class: kind, 'data-mark': name });
        layer.append(group);
        if (kind === 'line' || label) {
          const color = game.hasOneColor || !toMove ? 'either' : (toMove === 'black') === (index % 2 === 0) ? 'black' : 'white';
          const radius = Math.max(7, Math.min(size * 0.3, 15));
          group.setAttribute('class', `ghost ${kind === 'line' ? color : 'either'}`);
          disc(group, x, y, radius, label || String(index + 1));
        } else if (kind === 'arrows') {
          if (index % 2) {
            const turn = Math.atan2(y - from.y, x - from.x);
            const tip = (/** @type {number} */ side) => `${x - 9 * Math.cos(turn + side)} ${y - 9 * Math.sin(turn + side)}`;
            group.append(svg('path', { d: `M${from.x} ${from.y}L${x} ${y}M${tip(0.5)}L${x} ${y}L${tip(-0.5)}` }));
          }
          from = { x, y };
        } else {
          const box = shape.getBBox();
          group.append(svg('rect', { x: box.x - 2, y: box.y - 2, width: box.width + 4, height: box.height + 4, rx: 6 }));
          lit.add(name);
        }
      }
    }
    board.light(lit);
  }
}
