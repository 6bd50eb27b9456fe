/** @file The lessons of a game: a menu, the text, the task, which the engine judges after each move, and what was learnt. */

import { Judge, PEOPLE, read, setupOf } from './tasks.js';
import { otherOf } from './record.js';
import { button, glue, h, language, put, refill, reveal, select, store, t } from './dom.js';

/**
 * @typedef {Object} Lesson
 * @property {number} number
 * @property {string} language of its texts
 * @property {string} goal
 * @property {string} title
 * @property {string} text
 * @property {string} task
 * @property {number} count of the lessons; 0 if it is not known yet
 * @property {string} start the record that leads there: its start, and its moves
 * @property {string[]} lines
 */

/** Milliseconds that a mark in a puzzle stands before it is judged. */
const MARK_TIME = 600;
/** Who plays the other side of a game that is played to its end: the engine at full strength. */
const OPPONENT = { black: 10, white: 10 };

/** @param {*} kept @returns {Lesson|null} null for what is none */
const check = (kept) =>
  (['language', 'goal', 'title', 'text', 'task', 'start'].every((key) => typeof kept?.[key] === 'string') && Number.isInteger(kept.number) && Array.isArray(kept.lines) ? kept : null);

/** The lessons of a session, a `Turn` or a `Puzzle`. @extends {Judge<Lesson>} */
export class Lessons extends Judge {
  /** @type {string[]} */
  titles = [];
  isBeginning = false;
  /** The node that was judged last. */
  judged = /** @type {*} */ (null);
  summary = h('summary');
  menu = h('div');
  title = h('h2');
  text = h('p');
  nextButton = button('lessons.next', () => this.begin((this.kept?.number ?? 0) + 1));

  /** @param {*} session */
  constructor(session) {
    super(session, 'lesson', check);
    /** @type {Set<number>} */
    this.done = new Set([].concat(store.read(`learnt.${session.name}`, [])).filter(Number.isInteger));
    this.puzzleButton = button('lessons.puzzle', () => session.tasks.make());
    this.row = h('div.row', {}, this.nextButton, this.puzzleButton, button('tasks.retry', () => this.begin(this.kept?.number ?? 1)));
    this.body = h('div', {}, this.title, this.text, this.task, this.verdict, this.row);
    session.panel.firstElementChild.after(h('section.lessons', {}, h('details', { ontoggle: () => this.list() }, this.summary, this.menu), this.body));
    this.show();
  }

  /** Asks for the titles, once. */
  async list() {
    const { session } = this;
    if (this.titles.length) return;
    const [reply] = await session.request([`lessons ${language()}`], 0);
    if (!reply) return;
    this.titles = reply.text.split('\n');
    this.keep();
    this.show();
    session.after();
  }

  /** Keeps the lesson for a reload, with what is known of their number. */
  keep() {
    if (!this.kept) return;
    this.kept.count = this.titles.length;
    super.keep();
  }

  /** Begins a lesson. @param {number} number */
  async begin(number) {
    const { session } = this;
    if (session.seats) session.isAnalysing = session.analysisBox.checked = false;
    session.sit({ ...PEOPLE });
    this.isBeginning = true;
    const reply = await session.begin(setupOf(session.game), [`lesson ${number} ${language()}`]);
    this.isBeginning = false;
    if (!reply) return session.sit();
    const { goal, title, text, task } = read(reply.text);
    const { record } = session;
    this.kept = { number, language: language(), goal, title, text, task, count: 0, start: record.start, lines: record.path().map((/** @type {*} */ node) => node.line) };
    this.keep();
    this.judged = null;
    this.say('');
    this.sit(this.kept);
    session.say?.();
    this.show();
    await this.list();
  }

  /** The colour of the user. @param {Lesson} lesson @returns {string} */
  player({ lines }) {
    const { record, toMove } = this.session;
    return record.path()[lines.length]?.color ?? toMove;
  }

  /** Lets the user play alone, or to the end against the engine. @param {Lesson} lesson */
  sit(lesson) {
    this.session.sit(lesson.goal === 'finish' ? { ...OPPONENT, [this.player(lesson)]: 0 } : { ...PEOPLE });
  }

  show() {
    const { current, done, session, titles } = this;
    this.summary.textContent = t('lessons.title') + (titles.length ? ` (${done.size}/${titles.length})` : '');
    const option = (/** @type {string} */ title, /** @type {number} */ at) => /** @type {[string, string]} */ ([String(at + 1), `${done.has(at + 1) ? '✓ ' : ''}${title}`]);
    // The first that is not learnt yet.
    const first = 1 + Math.max(0, titles.findIndex((_, at) => !done.has(at + 1)));
    if (titles.length) refill(this.menu, select(t('lessons.menu'), 'lesson', [['', '–'], ...titles.map(option)], String(current?.number ?? ''), (value) => value && this.begin(Number(value))),
      current ? '' : h('button.primary', { onclick: () => this.begin(first) }, t('begin')));
    session.hide(this.body, !current);
    if (!current) return;
    this.title.textContent = glue(`${current.number}. ${current.title}`);
    this.text.replaceChildren(...session.withPlaces(current.text));
    put(this.task, glue(current.task));
    const isLast = current.number === current.count;
    session.hide(this.puzzleButton, !isLast);
    session.hide(this.nextButton, isLast, this.puzzleButton);
  }

  /** Called when the position has changed. @param {boolean} isLive whether by a move */
  after(isLive) {
    if (this.isBeginning) return;
    const { current, session: { record: { node }, players, usual } } = this;
    // The words of another language.
    if (current && current.language !== language()) return void this.begin(current.number);
    // After a reload.
    if (current && players === usual) this.sit(current);
    if (this.body.hidden === Boolean(current)) this.show();
    if (!current || node === this.judged) return;
    this.say('');
    this.judged = null;
    if (isLive && node.ply > current.lines.length) this.judge();
  }

  /** @param {string} text @param {string} [verdict] `right`, `wrong` */
  say(text, verdict = '') {
    super.say(text, verdict);
    for (const button of [this.nextButton, this.puzzleButton]) button.classList.toggle('primary', verdict === 'right');
  }

  /** Asks the engine whether the task is met. Its own next move waits for that. */
  async judge() {
    const { session, done, current } = this;
    if (!current) return;
    const { node } = session.record;
    this.judged = node;
    this.say(t('tasks.judging'));
    // A mark may take two clicks.
    if (!session.seats) await new Promise((done) => setTimeout(done, MARK_TIME));
    if (session.record.node !== node) return;
    session.isPaused = true;
    // What the user has asked for meanwhile goes first.
    const [reply] = session.task?.isQuestion ? [] : await this.ask([`judge ${current.number}`]);
    this.stopped = reply ? null : node;
    if (session.record.node !== node) return;
    if (!reply) return this.say(t('tasks.stopped'));
    const [word, ...rest] = (reply.ok ? reply.text : 'unknown').split('\n')[0].split(' ');
    const facts = read(rest.join('\n'));
    // What the words name.
    const wrong = facts.cost ? facts.move : facts.answer ?? facts.move;
    const place = wrong && (session.game.placeOf?.(wrong) ?? wrong);
    this.say(this.words(current, word, facts, place), word === 'met' ? 'right' : word === 'failed' ? 'wrong' : '');
    // On a small screen it is below the board.
    reveal(this.row);
    if (place) session.board.light([place], 'wrong');
    if (word === 'met') {
      done.add(current.number);
      store.write(`learnt.${session.name}`, [...done]);
      this.show();
    }
    if (word !== 'open' || !session.seats) return;
    session.isPaused = false;
    session.after(true);
  }

  /** The verdict in the words of the page. @param {Lesson} lesson @param {string} word @param {Object<string, string>} facts @param {string} [place] of what is wrong */
  words(lesson, word, { move, answer, left, cost }, place = '') {
    if (word === 'met') return t('lessons.met');
    if (word === 'open') return left ? t('lessons.open', left) : t('lessons.goOn');
    if (word !== 'failed') return t('tasks.unknown');
    if (lesson.goal === 'lose') return t('lessons.tooGood', move);
    if (cost) return t(lesson.goal === 'quickest' && !answer ? 'lessons.slower' : 'tasks.costs', move, cost);
    // More moves may have been made since.
    return answer ? t('tasks.refuted', move, this.session.side(otherOf(this.player(lesson))), answer) : t('tasks.wrong', place);
  }
}
