/** @file A puzzle: making one, moves, undo, check, hints step by step, the solution, time. */

import { Duel } from './duel.js';
import { Session } from './session.js';
import { askOptions } from './turn.js';
import { button, clockText, h, has, put, say, store, t } from './dom.js';

export class Puzzle extends Session {
  time = h('span.time', { 'aria-hidden': 'true' });
  /** @type {HTMLElement & Object<string, *>} */
  errorsBox = h('input', { type: 'checkbox', checked: store.read('showsErrors', true), onchange: () => {
    store.write('showsErrors', this.errorsBox.checked);
    this.after();
  } });
  pencilBox = h('input', { type: 'checkbox' });
  keepButton = button('keepTrial', () => this.keepTrial());
  dropButton = button('dropTrial', () => this.dropTrial());
  isSolved = false;
  isMaking = false;
  /** Whether the board shows a solution. */
  isPeeking = false;
  /** How many steps of the ladder of hints have been shown at this place. */
  hintStep = 0;

  /** @param {*} app @param {string} name @param {*} game */
  constructor(app, name, game) {
    super(app, name, game);
    this.build();
  }

  build() {
    const marksPlaces = Boolean(this.game.placeOf);
    this.panel.append(
      h('div.row.say', {}, this.status, this.time),
      h('p.gesture', {}, t('gesture')),
      h('div.row', {}, button('newBoard', () => this.newBoard(), 'button.primary'), this.stopButton, this.menu()),
      h('div.row', {}, button('undo', () => this.back()), button('redo', () => this.forward()), button('reset', () => this.first()),
        ...(marksPlaces ? [button('beginTrial', () => this.beginTrial()), this.keepButton, this.dropButton] : [])),
      h('div.row.help', {}, button('hint', () => this.hint()), button('solution', () => this.solve()), ...this.tools()),
      h('div.row', {}, this.game.check === false ? '' : h('label.check.help', {}, this.errorsBox, t('showErrors')),
        marksPlaces ? h('label.check', {}, this.pencilBox, t('pencil')) : ''),
      this.answer);
    this.duel = this.game.duel ? new Duel(this) : null;
    if (this.duel) this.panel.append(this.duel.box);
  }

  async newBoard() {
    const values = await askOptions(this, 'newBoard');
    if (values) await this.make(values);
  }

  /** From here on all is tentative. */
  beginTrial() {
    this.record.endTrials();
    this.record.trials.push(this.record.node);
    this.showTrials();
    this.keep();
  }

  /** What was tentative stays. */
  keepTrial() {
    this.record.trials.pop();
    this.showTrials();
    this.keep();
  }

  /** All is as it was before the trial. */
  dropTrial() {
    const node = this.record.trials.pop();
    if (node) this.go(node);
  }

  /** Shows what is tentative, and what is crossed out by pencil. */
  showTrials() {
    const { record } = this;
    if (!this.game.placeOf) return;
    record.endTrials();
    this.board.tag('data-trial',
      new Map(record.path().map((node) => [this.game.placeOf(node.name), Math.min(3, record.level(node))])));
    this.board.note(record.notes);
    this.board.describe();
    for (const one of [this.keepButton, this.dropButton]) this.hide(one, !record.trials.length);
  }

  /** Makes a puzzle with these options. @param {Object<string, *>} values @param {number} [seed] */
  make(values, seed = Math.floor(Math.random() * 1e9)) {
    const options = this.game.fields.map((/** @type {*} */ { key }) => `${key}=${values[key]}`).join(' ');
    return this.makeWith(['param max_time 60', 'param max_nodes 0', `generate ${options} seed=${seed}`]);
  }

  /** Makes a puzzle with lines of the protocol. @param {string[]} lines */
  async makeWith(lines) {
    if (this.isMaking) return say(t('making')), null;
    this.halt();
    this.isMaking = true;
    const before = this.status.textContent;
    this.status.textContent = t('making');
    const made = this.begin([], lines);
    this.working(true);
    const reply = await made;
    this.isMaking = false;
    if (reply) this.app.announce(t('made'));
    else {
      this.status.textContent = before;
      this.after();
    }
    return reply;
  }

  stop() {
    if (this.task) super.stop();
  }

  /** A solution that is shown goes first. @param {() => *} act */
  later(act) {
    super.later(() => (this.isPeeking ? this.closeAnswer() : act()));
  }

  /** @param {import('./link.js').Reply} drawing @param {number} version */
  draw(drawing, version) {
    const isDrawn = super.draw(drawing, version);
    // What was told of the solution goes with it.
    if (isDrawn && drawing.ok && this.isPeeking) {
      this.isPeeking = false;
      this.hideAnswer();
    }
    return isDrawn;
  }

  closeAnswer() {
    super.closeAnswer();
    if (this.isPeeking) this.go(this.record.node);
  }

  /** @param {{name: string, alternate: boolean, piece: string|null}} point */
  async onPoint(point) {
    if (this.isMaking) return;
    if (this.pencilBox.checked && this.game.placeOf) {
      const { notes } = this.record;
      if (!notes.delete(point.name)) notes.add(point.name);
      this.showTrials();
      return this.keep();
    }
    const move = await this.game.point(point, this);
    if (move && !this.reasons.takes(move)) await this.move(move);
  }

  /** @param {string} name */
  async move(name) {
    if (await this.play(name)) await this.after(true);
  }

  async after(isLive = false) {
    this.hintStep = 0;
    this.board.light([]);
    this.tellTasks(isLive);
    this.showTrials();
    if (this.editor) return this.editor.after();
    this.game.after?.(this, isLive);
    if (this.game.check === false) return;
    const version = this.version;
    const reply = await this.send('check');
    if (version !== this.version || !reply.ok) return;
    const [word, rule, , ...places] = reply.text.split(/\s+/);
    this.solved(word === 'solved', isLive);
    if (this.isSolved) return;
    const isWrong = word === 'wrong' && this.errorsBox.checked;
    put(this.status, isWrong ? t(`faults.${rule}`) : t('inProgress'));
    if (isWrong) this.board.light(places, 'wrong');
  }

  /** @param {boolean} isSolved @param {boolean} isLive whether the user has just done it */
  solved(isSolved, isLive) {
    const wasSolved = this.isSolved;
    this.isSolved = isSolved;
    this.board.box.classList.toggle('over', isSolved);
    const { record } = this;
    if (isSolved) record.took ??= record.time;
    else if (record.took != null) {
      record.began = Date.now() - record.took;
      record.took = null;
    }
    if (!isSolved) return;
    put(this.status, t('solved'));
    if (isLive && !wasSolved) {
      say(t('solvedIn', clockText(this.record.time / 1000)));
      this.tasks?.judge();
    }
  }

  tick() {
    this.duel?.tick();
    this.time.textContent = clockText(this.record.time / 1000);
  }

  /** Tells more with each press: where to look, then why, then the move itself. */
  async hint() {
    if (this.isMaking) return;
    this.tasks?.countHint();
    if (this.game.hint) return this.game.hint(this);
    const [reply] = await this.request(['hint']);
    if (!reply) return;
    if (!reply.ok) return this.refuse(reply.text);
    const [head, ...reason] = reply.text.split('\n');
    const wrong = /^wrong (.*)$/.exec(head);
    if (wrong) {
      say(has(`faults.${wrong[1].split(' ')[0]}`) ?? t('wrongMove', wrong[1]), 'error');
      return this.board.light(this.placesIn(wrong[1]), 'wrong');
    }
    const [, move, rule] = /^(.*) rule=(\S+)/.exec(head) ?? [];
    if (!move) return this.tell(t('hint'), has(`hintWords.${head}`) ?? head, 'hint');
    const text = reason.join(' ');
    this.hintStep = Math.min(3, this.hintStep + 1);
    const name = t(`rules.${rule}`);
    if (this.hintStep === 1) {
      this.tell(t('hint'), t('hintWhere', name), 'hint');
      this.board.light(this.placesIn(text));
    } else if (this.hintStep === 2) {
      this.tell(t('hint'), `${name}: ${text}`, 'hint');
      this.board.light(this.placesIn(move));
    } else {
      await this.move(move);
      this.tell(t('hint'), text, `play ${move}`);
    }
  }

  async solve() {
    if (this.isMaking) return;
    this.tasks?.countHint();
    if (this.game.solve) return this.game.solve(this);
    const [reply, drawing] = await this.request(['solve', 'svg solution']);
    if (!reply) return;
    const [word] = reply.text.split(' ');
    this.tell(t('solution'), has(`verdicts.${word}`) ?? reply.text, 'solve');
    if (drawing.ok && word !== 'none') {
      this.board.show(drawing.text);
      this.isPeeking = true;
      this.answer.append(button('goOn', () => this.closeAnswer()));
    }
  }
}
