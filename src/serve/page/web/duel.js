/** @file A duel of several people at one screen: who sees a solution says its length, a clock runs, the lowest bid is shown first. */

import { ask, button, field, h, refill, say, store, t } from './dom.js';

/** Seconds after the first bid, and the highest bid. */
const [SECONDS, MOST_MOVES] = [60, 30];

export class Duel {
  /** @type {Array<{name: string, points: number, bid: number|null, at: number}>} */
  players = [];
  /** When the clock ends; 0 before the first bid. */
  end = 0;
  /** How many moves have been made to show one: what is taken back counts, too. */
  made = 0;
  /** Who shows a solution. @type {Duel['players'][0]|null} */
  showing = null;
  box = h('div.duel', {}, button('duel', () => this.invite()));

  /** @param {import('./puzzle.js').Puzzle} puzzle */
  constructor(puzzle) {
    this.puzzle = puzzle;
    /** The board of the round. */
    this.record = puzzle.record;
  }

  /** Asks who plays. */
  async invite() {
    const data = await ask(t('duel'), [h('p', {}, t('duelRules', SECONDS)),
      field(t('duelNames'), h('input', { type: 'text', name: 'names', value: store.read('players', 'Ann, Bob'), required: true }))], t('begin'));
    const names = String(data?.get('names') ?? '').split(',').map((name) => name.trim()).filter(Boolean).slice(0, 8);
    if (!names.length) return;
    store.write('players', names.join(', '));
    this.players = names.map((name) => ({ name, points: 0, bid: null, at: 0 }));
    this.record = this.puzzle.record;
    // The task of a puzzle tells the length.
    if (this.puzzle.tasks?.current || this.puzzle.lessons?.current) this.next();
    else this.begin();
  }

  /** Forgets all bids. */
  clear() {
    this.end = 0;
    this.showing = null;
    for (const player of this.players) player.bid = null;
  }

  /** Begins a round where the board stands. */
  async begin() {
    this.clear();
    this.record = this.puzzle.record;
    this.puzzle.hideAnswer();
    await this.puzzle.go(this.record.root);
    this.draw();
  }

  async next() {
    const { puzzle } = this;
    await puzzle.begin([], puzzle.game.duel.next(puzzle));
    await this.begin();
  }

  leave() {
    this.players = [];
    this.draw();
  }

  /** @param {Duel['players'][0]} player @param {number} moves */
  bid(player, moves) {
    // A bid only gets lower.
    if (moves && moves < (player.bid ?? Infinity)) {
      player.bid = moves;
      player.at = Date.now();
      this.end ||= Date.now() + SECONDS * 1000;
    }
    this.draw();
  }

  /** The lowest bid shows its solution, of equal ones the earlier. */
  show() {
    const bids = this.players.filter((player) => player.bid != null);
    bids.sort((one, other) => /** @type {number} */ (one.bid) - /** @type {number} */ (other.bid) || one.at - other.at);
    this.showing = bids[0] ?? null;
    this.made = 0;
    if (this.showing) this.puzzle.go(this.puzzle.record.root);
    else this.end = 0;
    this.draw();
  }

  /** Called after each move: whether the one who shows has done it. */
  check() {
    const { showing, puzzle } = this;
    if (!showing?.bid) return;
    this.made++;
    if (puzzle.isSolved && this.made <= showing.bid) {
      showing.points++;
      say(t('duelPoint', showing.name));
      this.clear();
      this.draw(true);
    } else if (this.made >= showing.bid) this.fail();
  }

  fail() {
    if (!this.showing) return;
    say(t('duelFailed', this.showing.name), 'error');
    this.showing.bid = null;
    this.show();
  }

  tick() {
    const { record, editor } = this.puzzle;
    if (this.players.length && this.record !== record && !editor) return this.begin();
    if (!this.end || this.showing) return;
    const left = Math.ceil((this.end - Date.now()) / 1000);
    if (left <= 0) return this.show();
    const clock = this.box.querySelector('.left');
    if (clock) clock.textContent = t('duelLeft', left);
  }

  /** @param {boolean} [isOver] whether the round has just ended */
  draw(isOver = false) {
    const { players, showing } = this;
    this.box.classList.toggle('card', players.length > 0);
    // Nobody gets help in a round.
    document.body.classList.toggle('alone', players.length > 0 && !isOver || store.read('alone', false));
    if (!players.length) return refill(this.box, button('duel', () => this.invite()));
    const rows = players.map((player) => {
      const bid = h('select', { 'aria-label': t('duelBid', player.name), disabled: Boolean(showing) || isOver, onchange: () => this.bid(player, Number(bid.value)) },
        // The keyboard comes to the highest first: a bid only gets lower.
        h('option', { value: '' }, '–'), ...Array.from({ length: MOST_MOVES }, (_, n) => h('option', { value: n + 1, selected: player.bid === n + 1 }, String(n + 1))).reverse());
      return h('li', { 'aria-current': player === showing ? 'true' : null }, h('b', {}, player.name), h('span.points', {}, t('duelPoints', player.points)), bid);
    });
    refill(this.box, h('h2', {}, t('duel')), h('p.left', { role: 'status' }, showing ? t('duelShows', showing.name, showing.bid) : isOver ? t('duelOver') : t('duelWait')),
      h('div.row', {},
        showing ? button('duelGiveUp', () => this.fail()) : this.end ? button('duelShow', () => this.show()) : '',
        button('duelNext', () => this.next(), isOver ? 'button.primary' : 'button'), button('duelLeave', () => this.leave())),
      h('ol.players', {}, ...rows));
  }
}
