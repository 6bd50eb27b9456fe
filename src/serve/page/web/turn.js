/** @file A game of two players: turns, the engine's moves, analysis while one thinks, the result. */

import { Session } from './session.js';
import { Collector, drawCurve, drawTree, keepValues, lossOf, parseValues } from './panels.js';
import { COLORS, Clock, otherOf } from './record.js';
import { gradeOf, morph } from './board.js';
import { drawReview, judge, startReview } from './review.js';
import { ask, button, clockText, field, h, has, language, moveName, put, say, select, signButton, store, t } from './dom.js';

/** @typedef {import('./panels.js').Candidate} Candidate */

const FULL_LEVEL = 10;
/** Seconds to look up the line of a candidate. */
const LINE_SECONDS = 0.5;

/** @param {*} kept @param {number} other what holds if that is no level */
const levelOf = (kept, other) => (Number.isInteger(kept) && kept >= 0 && kept <= FULL_LEVEL ? kept : other);

export class Turn extends Session {
  goButton = button('moveNow', () => this.moveNow());
  clockBox = h('p.clock', { hidden: true });
  live = h('p.live', { 'aria-hidden': 'true' });
  gesture = h('p.gesture');
  comment = h('p.comment', { hidden: true });
  list = this.buildList();
  tree = h('div.tree', { 'aria-label': t('moves'), role: 'group' });
  curve = h('div.curve');
  reviewBox = h('div.review');
  seatBoxes = h('div.seats');
  /** @type {HTMLElement & Object<string, *>} */
  analysisBox = h('input', { type: 'checkbox', onchange: () => this.setAnalysis(this.analysisBox.checked) });
  /** @type {HTMLSelectElement|null} */
  overlayBox = null;
  /** The session of a review. @type {import('./link.js').Link|null} */
  review = null;
  isPaused = false;
  /** Where the engine is to move. What interrupts its search, and leads nowhere else, lets it begin again. @type {import('./record.js').Node|null} */
  thinking = null;
  /** @type {Candidate[]} */
  candidates = [];
  /** The candidate whose line is shown. @type {Candidate|null} */
  followed = null;
  /** Whether the line of a candidate is being looked up. */
  isAsking = false;
  /** The mistake for which something better is looked for. @type {import('./record.js').Node|null} */
  retried = null;

  /** @param {*} app @param {string} name @param {*} game */
  constructor(app, name, game) {
    super(app, name, game);
    const kept = store.read(`turn.${name}`, {});
    /** Who plays, by the colour at the beginning: 0 is a person, else the engine at this level. @type {Object<string, number>} */
    this.players = { black: levelOf(kept.black, 0), white: levelOf(kept.white, 5) };
    /** Who sits there but for puzzles and lessons. */
    this.usual = this.players;
    this.seconds = kept.seconds > 0 ? Number(kept.seconds) : 2;
    this.isAnalysing = kept.isAnalysing === true;
    this.board.addEventListener('hover', (event) => this.onHover(/** @type {CustomEvent} */ (event).detail));
    this.build();
  }

  get toMove() {
    return this.facts.toMove ?? 'black';
  }

  get score() {
    return this.facts.score ?? '';
  }

  /** Whether the moves here are analysed. What is better than a mistake stays hidden while the user looks for it. */
  get analyses() {
    return this.isAnalysing && !this.score && this.record.node !== this.retried?.parent;
  }

  get isOpen() {
    return !this.score && (this.isPaused || !this.seats[this.toMove] || this.thinking !== this.record.node);
  }

  build() {
    this.analysisBox.checked = this.isAnalysing;
    const seat = (/** @type {string} */ color) => select(this.side(color), color, [
      ['0', t('person')], ...Array.from({ length: FULL_LEVEL }, (_, n) => /** @type {[string, string]} */ ([
        String(n + 1), n + 1 === FULL_LEVEL ? t('engineFull') : t('engineLevel', n + 1)])),
    ], '', (value) => this.setSeat(color, Number(value)));
    this.seatBoxes.append(...COLORS.map(seat));
    const overlays = this.game.overlays ?? [];
    const overlayField = overlays.length ? select(t('overlay'), 'overlay', [['', t('none')], ...overlays.map((/** @type {string} */ name) =>
      /** @type {[string, string]} */ ([name, t(`overlays.${name}`)]))], this.overlay, (value) => this.setOverlay(value)) : null;
    this.overlayBox = overlayField?.querySelector('select') ?? null;
    this.panel.append(
      h('div.row.say', {}, this.status, this.stopButton), this.clockBox, h('div.under', {}, this.live, this.gesture), this.comment,
      h('div.row', {}, button('newGame', () => this.newGame(), 'button.primary'), button('takeBack', () => this.takeBack()),
        this.goButton, this.menu({ resign: () => this.resign() })),
      h('div.row.steps', {}, signButton('«', 'first', () => this.first()), signButton('‹', 'previous', () => this.back()),
        signButton('›', 'next', () => this.forward()), signButton('»', 'last', () => this.last()),
        signButton('⋯', 'what', () => this.treeMenu(this.record.node))),
      this.seatBoxes,
      h('section.help', {}, h('div.row', {}, h('label.check', {}, this.analysisBox, t('analysis')),
        overlayField), this.list,
        h('div.row.tools', {}, button('hint', () => this.hint(), 'button.quiet'),
          ...this.tools())),
      this.answer,
      h('section', {}, h('h2', {}, t('moves')), h('div.help', {}, this.curve), this.tree,
        h('div.row.help', {}, button('review', () => startReview(this))), h('div.help', {}, this.reviewBox)));
  }

  /** The list of the best moves. Each report changes its words, so that a click or the keyboard finds what was there. */
  buildList() {
    const find = (/** @type {Event} */ { target }) => this.candidates[[...this.list.children].findIndex((row) => row.contains(/** @type {Node} */ (target)))];
    const show = (/** @type {Event} */ event) => {
      const candidate = find(event);
      if (candidate) this.follow(candidate);
    };
    const leave = () => this.markCandidates();
    /** @type {Candidate|undefined} */
    let pressed;
    return h('ol.candidates', {
      'aria-label': t('candidates'), onpointerover: show, onpointerleave: leave, onfocusin: show, onfocusout: leave,
      onpointerdown: (/** @type {Event} */ event) => (pressed = find(event)),
      onclick: (/** @type {MouseEvent} */ event) => {
        // The list may have another order since a button was pressed; a key has no press.
        const { move } = (event.detail ? pressed : find(event)) ?? {};
        if (!move || !this.candidates.length) return;
        /** @type {Element} */ (event.target).matches('.quiet') ? this.reasons.ask(move) : (this.clearList(), this.move(move));
      },
    });
  }

  remember() {
    store.write(`turn.${this.name}`, { ...this.usual, seconds: this.seconds, isAnalysing: this.isAnalysing });
  }

  /** @param {Object<string, number>} [seats] */
  sit(seats = this.usual) {
    this.players = seats;
    for (const box of this.seatBoxes.querySelectorAll('select')) box.value = String(this.seats[box.name]);
  }

  /** The colour at the beginning of who has another at a node, and the other way round. @param {string} color */
  firstOf(color, node = this.record.node) {
    const isSwapped = this.record.path(node).some((move) => this.game.swapsSides?.(move, this.record));
    return isSwapped ? otherOf(color) : color;
  }

  /** Who plays each colour here. @returns {Object<string, number>} */
  get seats() {
    return Object.fromEntries(COLORS.map((color) => [color, this.players[this.firstOf(color)]]));
  }

  /** @param {string} color @param {number} level */
  setSeat(color, level) {
    // Nobody sits at a puzzle that this stops being made.
    if (this.tasks?.making) this.players = this.usual;
    this.players[this.firstOf(color)] = level;
    this.remember();
    this.halt();
    this.isPaused = false;
    this.after(true);
  }

  /** @param {boolean} isOn */
  setAnalysis(isOn) {
    this.isAnalysing = isOn;
    this.remember();
    this.halt();
    this.after();
  }

  /** @param {string} name */
  async setOverlay(name) {
    this.overlay = name;
    this.halt();
    await this.refresh();
  }

  /** Shows a good move, with the reason where there is one. */
  async hint() {
    this.tasks?.countHint();
    if (this.lessons?.current?.goal !== 'lose') {
      const reply = await this.query(t('hint'), 'hint', this.seconds);
      if (reply.ok) this.board.light([this.placeOf(reply.text.split('\n')[0])]);
      return;
    }
    const line = `move_values ${this.toMove[0]}`;
    const [reply] = await this.request([line]);
    const [, move] = /^(\S+) loss/m.exec(reply?.text ?? '') ?? [];
    if (!move) return;
    this.tell(t('hint'), t('tasks.answer', move), line);
    this.board.light([this.placeOf(move)]);
  }

  /** Asks for the options of a new game, and begins it. */
  async newGame() {
    /** @type {(label: string, unit: string, numbers: number[], name?: string, first?: number) => (kept: *) => Node} */
    const times = (label, unit, numbers, name = label, first = 0) => (kept) =>
      select(t(label), name, numbers.map((number) => [String(number), number ? t(unit, number.toLocaleString(language())) : t('none')]),
        String(kept[name] ?? first));
    const values = await askOptions(this, 'newGame', [
      times('clock', 'minutes', [0, 3, 5, 10, 30]), times('increment', 'seconds', [0, 2, 5, 10, 30]),
      times('pace', 'seconds', [0.5, 1, 2, 5, 10, 30], 'seconds', this.seconds)]);
    if (!values) return;
    this.seconds = Number(values.seconds);
    this.remember();
    const time = 60 * Number(values.clock);
    this.isPaused = false;
    this.begin(this.game.setup?.(values) ?? [], this.game.start(values), time ? new Clock(time, time, Number(values.increment)) : null);
  }

  halt() {
    const { task } = this;
    if (this.isAsking) this.link.interrupt();
    if (task) this.board.mark([]);
    super.halt();
    if (task?.isMove) this.runClock();
  }

  /** Lets the clock of the player to move run from here on. An engine that does not think waits for the person. */
  runClock() {
    const { toMove, score, seats, record: { clock, node } } = this;
    const isWaiting = seats[toMove] && !this.task?.isMove;
    const color = isWaiting ? COLORS.find((one) => !seats[one]) : toMove;
    clock?.run(score || !color ? '' : this.firstOf(color), node);
  }

  stop() {
    this.isPaused = true;
    this.thinking = null;
    if (this.isAnalysing && !this.task?.isQuestion) {
      this.isAnalysing = this.analysisBox.checked = false;
      this.remember();
    }
    super.stop();
  }

  /** Lets the engine make one move, whoever sits there. */
  moveNow() {
    if (this.score || this.moving || this.editor) return;
    this.halt();
    this.isPaused = false;
    this.think(this.seats[this.toMove] || FULL_LEVEL);
  }

  /** Takes back the last move, and the engine's before it, so that the same player moves again. */
  async takeBack() {
    let node = this.record.node;
    const task = this.tasks?.current ?? this.lessons?.current;
    if (!node.parent || node.ply === task?.lines.length) return;
    const isEngine = (/** @type {*} */ { color, parent }) => this.players[this.firstOf(color, parent)];
    const first = task?.lines.length ?? 0;
    while (node.ply > first + 1 && isEngine(node) && COLORS.some((color) => !this.players[color])) node = /** @type {*} */ (node.parent);
    await this.go(/** @type {any} */ (node.parent));
    this.runClock();
  }

  async after(isLive = false) {
    const { toMove, score, record: { node } } = this;
    if (node !== this.thinking) this.thinking = null;
    isLive ||= Boolean(this.thinking);
    // A position before others is only looked at.
    if (isLive || !node.children.length) this.runClock();
    this.tellTasks(isLive);
    this.tick();
    this.say();
    this.gesture.textContent = t('gesture', ...(this.game.rules?.(this) ?? []));
    if (this.overlayBox) this.overlayBox.value = this.overlay;
    this.live.textContent = node.said ?? '';
    this.comment.textContent = node.comment ?? '';
    this.comment.hidden = !node.comment;
    this.clearList();
    this.drawCourse();
    drawReview(this);
    if (this.editor) return this.editor.after();
    this.goButton.disabled = Boolean(score);
    this.board.box.classList.toggle('over', Boolean(score));
    this.board.light(score ? this.game.end?.(this) ?? [] : []);
    // What is on its way goes on by itself.
    if (!this.task && !this.moving) this.hide(this.stopButton, true);
    if (score || this.moving) return;
    // Play on a graph may never end; the largest board of Hex has 361 cells.
    if (node.ply > 361 && COLORS.every((one) => this.seats[one])) this.isPaused = true;
    // These may have changed.
    if (this.seats[toMove] && isLive && !this.isPaused && !this.task) return this.think(this.seats[toMove]);
    if (this.analyses) this.analyse();
  }

  /** Forgets the candidates. Where others follow, the rows of the list stay until then. */
  clearList() {
    this.candidates = [];
    this.list.ariaBusy = 'true';
    if (this.analyses) return;
    this.leave(this.list);
    this.list.replaceChildren();
  }

  drawCurve() {
    drawCurve(this.curve, this.record, (node) => this.go(node));
  }

  /** Draws the tree of moves, and the curve. */
  drawCourse() {
    drawTree(this.tree, this.record, (node) => this.go(node), (node) => this.treeMenu(node));
    this.drawCurve();
  }

  /** Says whose move it is, or how the game ended. */
  say() {
    const { toMove, score, seats, record: { node } } = this;
    if (score) {
      const [, letter, margin] = /^([BW])\+(.*)$/.exec(score) ?? [];
      const winner = this.side(letter === 'B' ? 'black' : 'white');
      put(this.status, !letter ? t('draw') : node.isFlag ? t('wonOnTime', winner) : node.name === 'resign' ? t('resigned', winner)
        : margin ? t('winsBy', winner, margin) : t('wins', winner));
      return;
    }
    const task = this.lessons?.current ?? this.tasks?.current;
    const isOnlyPerson = !seats[toMove] && (seats[otherOf(toMove)] > 0 || task?.lines.length === node.ply);
    const count = this.game.count?.(this);
    put(this.status, t(this.task?.isMove ? 'thinking' : isOnlyPerson ? 'yourMove' : seats[toMove] && !this.task ? 'rests' : 'toMove', this.side(toMove)) + (count ? ` (${count})` : ''));
    this.status.dataset.color = toMove;
  }

  /** @param {{name: string, alternate: boolean}} point */
  async onPoint({ name, alternate }) {
    if (this.score) return say(t('over'));
    if (!this.isOpen) return say(t('engineThinks'));
    const choice = await (this.game.point?.(name, this, alternate) ?? name);
    if (!choice || this.reasons.takes(choice)) return;
    await this.move(choice);
  }

  /** @param {string} name @param {string} color */
  async play(name, color) {
    const player = this.firstOf(color);
    const isMade = await super.play(name, color);
    if (isMade && name !== 'resign') this.record.clock?.press(player, this.record.node.ply);
    return isMade;
  }

  /** Makes a move. @param {string} name @param {string} [color] */
  async move(name, color = this.toMove) {
    this.isPaused = false;
    const mistake = this.retried?.parent === this.record.node ? this.retried : null;
    if (await this.play(name, color)) mistake ? judge(this, mistake) : this.after(true);
    else if (!this.task) this.after();
  }

  /** Searches, then plays what was found. @param {number} level */
  async think(level) {
    const task = (this.task = { isOver: false, isMove: true });
    const color = this.toMove;
    const { clock, node } = this.record;
    this.thinking = node;
    this.runClock();
    const seconds = clock ? Math.max(0.1, Math.min(this.seconds, clock.left(this.firstOf(color)) / 20 + clock.increment / 2)) : this.seconds;
    this.stopButton.hidden = false;
    this.say();
    await this.ready();
    if (task.isOver) return;
    this.send(`param level ${level}`);
    this.send(`param max_time ${seconds}`);
    /** @type {Candidate|null} */
    let best = null;
    const collector = new Collector((candidates) => {
      if (task.isOver) return;
      best = candidates[0];
      this.showLive(candidates);
    });
    const reply = await this.send(`search_analyze ${color[0]}`, (line) => collector.add(line));
    collector.flush();
    if (task.isOver || reply.isLost) return;
    this.task = null;
    // Between the moves of two engines the button stays.
    this.hide(this.stopButton, COLORS.some((one) => !this.seats[one]));
    const [move] = /(?<=^play ).*$/m.exec(reply.text) ?? [];
    if (!reply.ok || !move) {
      this.thinking = null;
      return this.refuse(reply.text);
    }
    // A weak player may have chosen another move than the best.
    const found = /** @type {Candidate|null} */ (/** @type {*} */ (best)?.move === move ? best : null);
    if (found) {
      node.win = color === 'black' ? found.win : 1 - found.win;
      node.best = move;
    }
    this.board.mark([]);
    const reason = /(?<=^reason ).*$/m.exec(reply.text)?.[0] ?? '';
    const said = found ? this.live.textContent : reason && `${moveName(move)} · ${this.inWords(reason)}`;
    if (await this.play(move, color)) {
      this.record.node.said = said || moveName(move);
      this.app.announce(t('played', this.side(color), moveName(move)));
      await this.after(true);
    }
  }

  /** Shows what a search has found so far. @param {Candidate[]} candidates */
  showLive(candidates) {
    const [{ move, win, depth, nodes, pv }] = candidates;
    const color = this.toMove;
    this.live.textContent = t('liveLine', moveName(move), Math.round(win * 100), depth, nodes.toLocaleString(language()));
    this.showLine(pv, color);
  }

  /** Draws a line of play on the board. @param {string} pv @param {string} color */
  showLine(pv, color) {
    const moves = pv.split(' ').filter((name) => this.board.place(this.placeOf(name)));
    const places = moves.slice(0, 9).map((name) => this.placeOf(name));
    this.board.mark(places.map((name, index) => ({
      name, nth: places.slice(0, index).filter((other) => other === name).length, text: String(index + 1), ghost: this.game.hasOneColor ? 'either' : index % 2 ? otherOf(color) : color,
    })));
  }

  /** The place on the board that a move is about. @param {string} move */
  placeOf(move) {
    return this.game.placeOf?.(move, this.board) ?? move;
  }

  /** Analyses the current position until something else happens. */
  async analyse() {
    if (this.task || this.app.isHidden) return;
    const task = (this.task = { isOver: false });
    const color = this.toMove;
    const node = this.record.node;
    this.stopButton.hidden = false;
    await this.ready();
    if (task.isOver) return;
    this.send(`param level ${FULL_LEVEL}`);
    const isExact = this.game.analysis === 'values';
    this.send(`param max_time ${isExact ? 3 : 0}`);
    const show = (/** @type {Candidate[]} */ candidates) => {
      if (task.isOver || !candidates.length) return;
      this.candidates = candidates;
      keepValues(node, color, candidates);
      this.showCandidates();
      this.drawCurve();
    };
    if (isExact) {
      const reply = await this.send(`move_values ${color[0]}`);
      if (reply.ok) show(parseValues(reply.text));
    }
    if (!isExact || !this.candidates.length) {
      const collector = new Collector(show);
      await this.send(`analyze ${color[0]}`, (line) => collector.add(line));
      collector.flush();
    }
    this.finish(task);
  }

  /** Shows the candidates, on the board and as a list. */
  showCandidates() {
    const { candidates } = this;
    const best = candidates[0];
    this.live.textContent = best.nodes ? t('analysisLine', best.depth, best.nodes.toLocaleString(language())) : t('exact');
    const pointed = candidates[[...this.list.children].findIndex((row) => row.matches(':hover, :has(:focus-visible)'))];
    if (pointed) this.follow(pointed);
    else this.markCandidates();
    const rows = candidates.slice(0, 8).map((candidate) => h('li', { 'data-loss': gradeOf(lossOf(best, candidate)) },
      h('button', {}, h('b', {}, moveName(candidate.move)), h('span.value', {}, candidate.text, { '✓': ` ${t('choices.wins')}`, '✗': ` ${t('choices.loses')}` }[candidate.text] ?? ''),
        h('span.pv', {}, candidate.pv.split(' ').slice(1, 7).join(' '))),
      h('button.quiet', { 'aria-label': `${t('why')} ${candidate.move}` }, '?')));
    morph(this.list, h('ol', {}, ...rows));
    this.list.ariaBusy = 'false';
  }

  /** Plays the line of a candidate on the board. Where the analysis has none it is asked for. @param {Candidate} candidate */
  async follow(candidate) {
    this.followed = candidate;
    this.showLine(candidate.pv || candidate.move, this.toMove);
    const isKnown = candidate.pv.includes(' ') || candidate.isAsked;
    if (isKnown || this.isAsking || this.task || this.moving) return;
    candidate.isAsked = this.isAsking = true;
    this.send(`param max_time ${LINE_SECONDS}`);
    const { text } = await this.send(`explain ${candidate.move} marks`);
    this.isAsking = false;
    // The first line that goes on after the move.
    const lines = [...text.matchAll(/ \| line (.*?)(?= \||$)/gm)].map(([, moves]) => moves);
    candidate.pv = lines.find((moves) => moves.startsWith(`${candidate.move} `)) ?? candidate.pv;
    // The pointer may be over another one by now.
    const { followed } = this;
    if (followed && this.candidates.includes(followed)) this.follow(followed);
  }

  markCandidates() {
    this.followed = null;
    const [best] = this.candidates;
    /** @type {Map<string, *>} */
    const marks = new Map();
    for (const candidate of this.candidates) {
      const name = this.placeOf(candidate.move);
      if (!marks.has(name)) marks.set(name, { name, text: candidate.text, loss: lossOf(best, candidate) });
    }
    this.board.mark([...marks.values()]);
  }

  /** @param {string|null} name */
  onHover(name) {
    this.game.hover?.(name, this);
    const candidate = name && this.candidates.find((other) => this.placeOf(other.move) === name);
    if (candidate) this.follow(candidate);
    else if (this.candidates.length) this.markCandidates();
  }

  /** @param {import('./record.js').Node} node */
  async treeMenu(node) {
    if (!node.parent) return say(t(node.children.length ? 'first' : 'noMoves'));
    const data = await ask(moveName(node.name), [select(t('what'), 'what', [['promote', t('promote')], ['remove', t('remove')]], 'promote')], t('ok'));
    if (data?.get('what') === 'remove') this.record.remove(node);
    else if (data) this.record.promote(node);
    if (data) this.go(this.record.node);
  }

  /** Shows the clocks. A player whose time is over has lost. */
  tick() {
    const { clock } = this.record;
    this.clockBox.hidden = !clock;
    if (!clock) return;
    this.clockBox.textContent = COLORS.map((color) => `${this.side(color)} ${clockText(clock.left(this.firstOf(color)))}`).join('   ');
    // It stands while no move can be made.
    if (!this.link.isOpen) clock.run('', clock.node);
    const { running } = clock;
    if (running && !clock.left(running) && !this.moving && !this.editor) this.fall(running);
  }

  /** Ends the game where it stands because the time of a player is over. @param {string} player */
  async fall(player) {
    const { record } = this;
    record.node = record.clock?.node ?? record.node;
    record.clock?.fall();
    const color = this.firstOf(player);
    say(t('timeOver', this.side(color)));
    if (!(await this.play('resign', color))) return;
    this.record.node.isFlag = true;
    this.keep();
    this.after();
  }

  /** Resigns for the only person, else for the player to move. */
  resign() {
    const [person, other] = COLORS.filter((color) => !this.seats[color]);
    if (!this.score) this.move('resign', other ? this.toMove : person);
  }
}

/**
 * Asks for the options of a new game, with those of the last one chosen. Returns null if it was cancelled.
 * @param {Session} session
 * @param {string} title
 * @param {Array<(kept: Object<string, *>) => Node>} [more] what else to ask for
 * @returns {Promise<Object<string, *>|null>}
 */
export async function askOptions({ name, game }, title, more = []) {
  const key = `new.${name}`;
  const kept = store.read(key, {});
  const fields = (game.fields ?? []).map((/** @type {*} */ one) => fieldOf(one, kept));
  const data = await ask(t(title), [...fields, h('div.seats', {}, ...more.map((make) => make(kept)))], t('begin'));
  if (!data) return null;
  const values = Object.fromEntries(data);
  store.write(key, values);
  return values;
}

/** Creates the field of an option of a new game. @param {*} option @param {Object<string, *>} kept */
function fieldOf({ key, choices, isText, min, max, value: usual }, kept) {
  const label = t(`fields.${key}`);
  const value = String(kept[key] ?? usual);
  if (choices) return select(label, key, choices.map((/** @type {*} */ choice) => [String(choice), t(`choices.${choice}`)]), value);
  return field(label, h('input', { type: isText ? 'text' : 'number', min, max, name: key, value, required: true }));
}
