/** @file The lessons of a game: a menu, the text, the task, which the engine judges after each move, and what was learnt. */

import { h, select, store, t } from './dom.js';

/**
 * @typedef {Object} Lesson
 * @property {number} number
 * @property {string} language of its texts
 * @property {string} goal
 * @property {string} title
 * @property {string} text
 * @property {string} task
 * @property {string} start the record that leads there: its start, and its moves
 * @property {string[]} lines
 */

/** Seconds to judge moves. */
const JUDGE_SECONDS = 30;
const FULL_LEVEL = 10;

/** The lessons of a session, a `Turn` or a `Puzzle`. */
export class Lessons {
  /** @param {*} session */
  constructor(session) {
    this.session = session;
    /** @type {Lesson|null} */
    const kept = store.read(`lesson.${session.name}`);
    this.lesson = kept?.language === this.language ? kept : null;
    /** @type {Set<number>} */
    this.done = new Set(store.read(`learnt.${session.name}`, []));
    /** @type {string[]} */
    this.titles = [];
    /** Who sat there before, while a lesson is taken. @type {Object<string, number>|null} */
    this.seats = null;
    this.isBeginning = false;
    /** The node that was judged last. */
    this.judged = null;
    const button = (/** @type {string} */ key, /** @type {() => void} */ act, kind = 'button') => h(kind, { onclick: act }, t(`lessons.${key}`));
    this.summary = h('summary', {}, t('lessons.title'));
    this.menu = h('div');
    this.title = h('h3');
    this.text = h('p');
    this.task = h('p.task', { role: 'status', 'aria-live': 'polite' });
    this.verdict = h('p.verdict', { role: 'status', 'aria-live': 'polite' });
    this.nextButton = button('next', () => this.begin((this.lesson?.number ?? 0) + 1), 'button.primary');
    this.againButton = button('again', () => this.begin(this.lesson?.number ?? 1));
    this.body = h('div', { hidden: true }, this.title, this.text, this.task, this.verdict, h('div.row', {}, this.nextButton, this.againButton));
    this.box = h('section.lessons', { 'aria-label': t('lessons.title') }, h('details', { ontoggle: () => this.list() }, this.summary, this.menu), this.body);
    session.panel.firstElementChild.after(this.box);
    this.show();
  }

  get language() {
    return document.documentElement.lang;
  }

  /** The lesson, if the record is still that of it. @returns {Lesson|null} */
  get current() {
    const { lesson, session: { record } } = this;
    if (!lesson || record.start !== lesson.start) return null;
    const path = record.path();
    return lesson.lines.every((line, at) => path[at]?.line === line) ? lesson : null;
  }

  /** Asks for the titles, once. */
  async list() {
    const { session } = this;
    if (this.titles.length) return;
    const wasThinking = Boolean(session.task?.isMove);
    const [reply] = await session.request([`lessons ${this.language}`], 0);
    if (!reply?.ok) return;
    this.titles = reply.text.split('\n').map((/** @type {string} */ line) => line.replace(/^\d+ /, ''));
    this.show();
    session.after(wasThinking);
  }

  /** Begins a lesson. @param {number} number */
  async begin(number) {
    const { session } = this;
    session.tasks.leave();
    if (session.seats) {
      session.isAnalysing = session.analysisBox.checked = false;
      this.seats ??= session.seats;
      session.tasks.sit({ black: 0, white: 0 });
    }
    this.isBeginning = true;
    const reply = await session.begin([], [`lesson ${number} ${this.language}`]);
    this.isBeginning = false;
    if (!reply) return this.leave();
    const facts = Object.fromEntries(reply.text.split('\n').map((/** @type {string} */ line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]));
    const { record } = session;
    const { goal, title, text, task } = facts;
    this.lesson = { number, language: this.language, goal, title, text, task, start: record.start, lines: record.path().map((/** @type {*} */ node) => node.line) };
    store.write(`lesson.${session.name}`, this.lesson);
    this.judged = null;
    this.say('');
    this.sit();
    session.answer.hidden = true;
    this.show();
    session.app.announce(`${title}. ${text} ${task}`);
    await this.list();
  }

  /** Lets the engine play the other side, where a game is played to its end. */
  sit() {
    const { session, lesson } = this;
    if (!session.seats || lesson?.goal !== 'finish') return;
    session.tasks.sit({ black: FULL_LEVEL, white: FULL_LEVEL, [session.toMove]: 0 });
  }

  /** Lets those sit there again who did before. */
  leave() {
    if (!this.seats) return;
    if (this.session.tasks.seats) this.session.tasks.seats = this.seats;
    else this.session.tasks.sit(this.seats);
    this.seats = null;
  }

  show() {
    const { done, titles, lesson } = this;
    const { current } = this;
    const number = current?.number ?? 0;
    this.summary.textContent = titles.length ? t('lessons.count', done.size, titles.length) : t('lessons.title');
    const option = (/** @type {string} */ title, /** @type {number} */ at) => /** @type {[string, string]} */ ([String(at + 1), `${done.has(at + 1) ? '✓ ' : ''}${at + 1}. ${title}`]);
    this.menu.replaceChildren(...(titles.length ? [select(t('lessons.choose'), 'lesson', [['0', '–'], ...titles.map(option)], String(number), (value) => Number(value) && this.begin(Number(value)))] : []));
    this.body.hidden = !current;
    this.box.classList.toggle('active', Boolean(current));
    if (!current || !lesson) return;
    this.title.textContent = `${number}. ${lesson.title}`;
    this.text.textContent = lesson.text;
    this.task.textContent = lesson.task;
    this.nextButton.hidden = titles.length > 0 && number >= titles.length;
  }

  /** Called when the position has changed. @param {boolean} isLive whether by a move */
  after(isLive) {
    if (this.isBeginning) return;
    const { current, session: { record: { node } } } = this;
    if (!current) this.leave();
    if (this.body.hidden === Boolean(current)) this.show();
    if (!current) return;
    if (node === this.judged) return;
    this.say('');
    this.judged = null;
    if (isLive && node.ply > current.lines.length) this.judge();
  }

  /** @param {string} text @param {string} [verdict] `right`, `wrong` */
  say(text, verdict = '') {
    this.verdict.textContent = text;
    this.verdict.dataset.verdict = verdict;
  }

  /** Asks the engine whether the task is met. Its own next move waits for that. */
  async judge() {
    const { session, lesson } = this;
    const { node } = session.record;
    this.judged = node;
    this.say(t('tasks.judging'));
    // Whoever sits at the other side waits.
    session.isPaused = true;
    const [reply] = await session.request([`judge ${lesson?.number}`], JUDGE_SECONDS);
    if (session.record.node !== node) return;
    const [, word, facts = ''] = /^(\w+)(.*)/.exec(reply?.ok ? reply.text : 'unknown') ?? [];
    const fact = (/** @type {string} */ key) => new RegExp(`\\b${key}=(\\S+)`).exec(facts)?.[1];
    this.say(this.words(word, fact), { met: 'right', failed: 'wrong' }[word]);
    const [answer, move] = [fact('answer'), fact('move')];
    if (answer && session.placeOf) session.board.light([session.placeOf(answer)], 'wrong');
    else if (word === 'failed' && move && session.game.placeOf) session.board.light([session.game.placeOf(move.replace('-', ' '))], 'wrong');
    if (word === 'met') this.learn();
    if (word !== 'open' || !session.seats) return;
    session.isPaused = false;
    session.after(true);
  }

  /** The verdict in the words of the page. @param {string} word @param {(key: string) => string|undefined} fact */
  words(word, fact) {
    const { session } = this;
    const [move, answer, left, cost] = ['move', 'answer', 'left', 'cost'].map(fact);
    if (word === 'met') return t('lessons.met');
    if (word === 'open') return left ? t('lessons.left', left) : t('lessons.open');
    if (word !== 'failed') return t('tasks.unknown');
    if (fact('fewest')) return t('lessons.longer', move, fact('moves'), fact('fewest'));
    if (fact('slower')) return t('lessons.slower', move, fact('slower'));
    if (cost) return t('tasks.costs', move, cost);
    return answer ? t('tasks.refuted', move, session.side(session.toMove), answer) : t('lessons.wrong', move?.replace('-', ' '));
  }

  /** Keeps that the task was met. */
  learn() {
    const { session, done, lesson } = this;
    if (lesson) done.add(lesson.number);
    store.write(`learnt.${session.name}`, [...done]);
    this.show();
    session.app.announce(this.verdict.textContent);
  }
}
