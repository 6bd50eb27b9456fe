/** @file The editor of positions: the game says what a click makes of the position, and the engine checks and draws each step. */

import { button, glue, h, has, say, t } from './dom.js';

/** Seconds that the engine may look for solutions of what is being edited. */
const SECONDS = 5;

/** A position with the other player to move, where its last word is that. @param {string} text */
const otherTurn = (text) => text.slice(0, -1) + (text.endsWith('b') ? 'w' : 'b');

export class Editor {
  text = /** @type {*} */ (null);
  /** The positions before each step. @type {string[]} */
  past = [];
  isChecking = false;
  /** Ends when the position is there to be edited. @type {Promise<void>|null} */
  isReady = null;
  /** What the user moves, for games where a click picks something up. @type {string|null} */
  held = null;
  verdict = h('p.verdict', { role: 'status' });
  other = h('input', { type: 'checkbox' });

  /** @param {*} session */
  constructor(session) {
    this.session = session;
    this.edit = session.game.edit;
    /** The record to go back to. */
    this.before = session.record;
  }

  begin() {
    this.session.halt();
    // What is clicked from here on is no move.
    this.session.editor = this;
    this.isReady = this.open();
    return this.isReady;
  }

  async open() {
    const { session } = this;
    await session.ready();
    const { ok, text } = await session.send('position');
    if (session.editor !== this) return;
    if (!ok) return void (session.editor = null);
    const first = this.edit.begin?.(text, session) ?? text.split(' play=')[0];
    this.mark(true);
    this.build(first);
    await this.set(first);
  }

  /** @param {string} text the position at first */
  build(text) {
    const { session, edit } = this;
    const turn = edit.turn ?? (/ [bw]$/.test(text) && otherTurn);
    const size = edit.blank && h('select', { 'aria-label': t('emptyBoard'), onchange: () => {
      this.change(edit.blank(size.value));
      size.value = '';
    } }, h('option', { value: '' }, t('emptyBoard')), ...session.game.fields[0].choices.map((/** @type {string} */ one) => h('option', { value: one }, one)));
    session.tell(t('edit'), t('editing'));
    session.answer.append(this.verdict,
      edit.other === false ? '' : h('label.check', {}, this.other, t('editOther')),
      h('div.row', {}, turn && button('otherTurn', () => this.change(turn(this.text, session))),
        size, button('undo', () => this.undo()), button('cancel', () => this.cancel()),
        button('finish', () => this.finish(), 'button.primary')));
    session.answer.focus();
  }

  /** Applies a click. @param {{name: string, alternate: boolean, piece?: string|null, x?: number, y?: number}} point */
  async point(point) {
    await this.isReady;
    // Closed again, or the engine has not taken the position, or it has no such place any more.
    if (this.session.editor !== this || this.text == null || point.name && !this.session.board.place(point.name)) return;
    const alternate = point.alternate !== this.other.checked;
    // At once: the next click is about what this one makes.
    const wanted = this.edit.point(this.text, { ...point, alternate }, this.session);
    if (wanted != null) await this.change(wanted);
  }

  /** Makes a step, of several the first that the engine takes. @param {string|string[]} wanted */
  async change(wanted) {
    const texts = Array.isArray(wanted) ? wanted : [wanted];
    const { text } = this;
    if (!texts.length) return say(t('cannotBe'), 'error');
    for (const [index, one] of texts.entries()) {
      if (await this.set(one, index + 1 === texts.length)) return this.past.push(text);
    }
  }

  /** @param {string} text @param {boolean} [isLoud] whether to say why it is refused */
  async set(text, isLoud = true) {
    const { session } = this;
    if (this.isChecking) session.link.interrupt();
    const before = this.text;
    this.text = text;
    const reply = await session.try(`position ${text}`);
    if (!reply.ok) this.text = before;
    if (!reply.ok && isLoud && !reply.isLost) {
      session.refuse(reply.text);
      if (await session.show()) this.after();
    }
    return reply.ok;
  }

  undo() {
    const text = this.past.pop();
    if (text != null) this.set(text);
  }

  /** Called when a step has been drawn: says what the engine thinks of the puzzle. */
  async after() {
    const { session } = this;
    if (this.text == null || session.editor !== this) return;
    this.edit.decorate?.(session);
    session.board.describe();
    session.status.textContent = session.game.kind === 'puzzle' ? t('edit') : glue(`${t('edit')}: ${t('toMove', session.side(session.toMove))}`);
    if (!this.edit.isPuzzle) return;
    const version = session.version;
    this.verdict.textContent = t('counting');
    this.isChecking = true;
    const [, count, rate] = await Promise.all([`param max_time ${SECONDS}`, 'count 2', 'rate'].map((line) => session.send(line)));
    if (version !== session.version || session.editor !== this) return;
    this.isChecking = false;
    const number = count.ok ? count.text.trim().replace('>=', '') : '?';
    const words = has(`counted.${number}`) ?? t('counted.unknown');
    const [grade] = rate.text.split(' ');
    this.verdict.textContent = number === '1' && rate.ok ? `${words} ${t(`choices.${grade}`)}.` : words;
    this.verdict.dataset.count = number;
  }

  /** Shows whether it is open. @param {boolean} isOpen */
  mark(isOpen) {
    for (const box of [this.session.board.box, this.session.panel]) box.classList.toggle('editing', isOpen);
  }

  /** Ends it without a word: something else begins. */
  close() {
    const { session } = this;
    if (this.isChecking) session.link.interrupt();
    session.editor = null;
    this.mark(false);
    session.hideAnswer();
  }

  async cancel() {
    this.close();
    await this.session.take(this.before);
  }

  async finish() {
    this.close();
    const { session } = this;
    session.record.began = Date.now();
    await session.refresh(true);
  }
}
