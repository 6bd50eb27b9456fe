/** @file Puzzles in every game: today's and endless ones, the task in words, the answer judged by a proof of the engine, hints, what was solved. */

import { add, exportSolved, graph, importSolved } from './solved.js';
import { button, glue, h, has, moveName, put, reveal, say, select, store, t } from './dom.js';

/**
 * @typedef {Object} Task
 * @property {string} kind `win`, `draw`, `margin`, `path`, `fill`
 * @property {string} text the task in the words of the engine
 * @property {string} difficulty
 * @property {number} seed
 * @property {number} rating
 * @property {string[]} themes
 * @property {string} start the record that leads there: its start, and its moves
 * @property {string[]} lines
 * @property {number} began
 * @property {number} tries
 * @property {string} [judged] the last answer
 * @property {number} hints
 * @property {boolean} isSolved
 */

/**
 * What is proved of an answer; null where nothing is.
 * @typedef {{isRight: boolean|null, text: string, place?: string, isStopped?: boolean}} Verdict
 */

/** The forms of a task in the words of the engine, by the key of its words here; the kinds have the others. */
const FORMS = {
  path: /^bring (\w+) .* in (\d+) moves/, marginWin: / win by (\d+)/, marginLoss: / no more than (\d+)/,
  winStones: / at most (\d+) stones/, winPlies: / in (\d+) plies/, winNow: / at once/,
};
const DIFFICULTIES = ['easy', 'medium', 'hard', 'extreme'];
/** Seconds to make a puzzle, and to judge an answer. */
const MAKE_SECONDS = 60;
const JUDGE_SECONDS = 30;
/** Places that the second hint shows beside the right one. */
const DECOYS = 3;
/** Who sits at a puzzle. @type {Object<string, number>} */
export const PEOPLE = { black: 0, white: 0 };
const OPPOSITE = /** @type {Object<string, string>} */ ({ win: 'loss', loss: 'win', draw: 'draw' });

/** @param {*} kept @returns {Task|null} null for what is none */
function check(kept) {
  const isTask = ['kind', 'text', 'start'].every((key) => typeof kept?.[key] === 'string') && ['lines', 'themes'].every((key) => Array.isArray(kept[key]))
    && ['tries', 'hints', 'began', 'seed', 'rating'].every((key) => Number.isFinite(kept[key])) && DIFFICULTIES.includes(kept.difficulty);
  return isTask ? kept : null;
}

/** Reads lines `KEY=VALUE`: the reply of `puzzle`, or of `lesson`. @param {string} text @returns {Object<string, string>} */
export function read(text) {
  return Object.fromEntries([...text.matchAll(/^(\w+)=(.*)$/gm)].map(([, key, value]) => [key, value]));
}

/** The verdict where nothing is proved. @param {string|undefined} reply nothing if it was stopped @returns {Verdict} */
const unknown = (reply) =>
  ({ isRight: null, isStopped: reply == null, text: t(reply == null ? 'tasks.stopped' : 'tasks.unknown') });

/** The options of a game as they are at first. @param {*} game */
export const defaults = (game) =>
  Object.fromEntries((game.fields ?? []).map((/** @type {*} */ field) => [field.key, String(field.value)]));

/** The settings of such a game. @param {*} game @returns {string[]} */
export const setupOf = (game) => game.setup?.(defaults(game)) ?? [];

/** What judges moves: the puzzles, and the lessons. What it keeps says where it begins. @template {{start: string, lines: string[]}} T */
export class Judge {
  /** The node whose judgement was stopped. */
  stopped = /** @type {*} */ (null);
  task = h('p.task', { role: 'status' });
  verdict = h('p.verdict', { role: 'status' });

  /** @param {*} session @param {string} name of what is kept, in this tab or in any @param {(kept: *) => T|null} check null for what is damaged */
  constructor(session, name, check) {
    this.session = session;
    this.key = `${name}.${session.name}`;
    this.kept = store.readBoth(this.key).map(check).find(Boolean) ?? null;
  }

  /** What is kept, if the record is still that of it. @returns {T|null} */
  get current() {
    return this.session.record.passes(this.kept) ? this.kept : null;
  }

  keep() {
    store.writeBoth(this.key, this.kept);
  }

  /** Asks the engine for a judgement. @param {string[]} lines */
  ask(lines) {
    return this.session.request(lines, JUDGE_SECONDS);
  }

  /** @param {string} text @param {string} [verdict] `right`, `wrong` */
  say(text, verdict = '') {
    put(this.verdict, text);
    this.verdict.dataset.verdict = verdict;
  }
}

/** The puzzles of a session, a `Turn` or a `Puzzle`. @extends {Judge<Task>} */
export class Tasks extends Judge {
  hintStep = 0;
  isJudging = false;
  /** The puzzle that is being made, of several the newest. @type {Object|null} */
  making = null;
  hintButton = button('tasks.hint', () => this.hint(), 'button.help');
  retryButton = button('tasks.retry', () => this.retry());
  nextButton = button('tasks.next', () => this.make(), 'button.primary');
  graph = h('div.graph');

  /** @param {*} session */
  constructor(session) {
    super(session, 'task', check);
    this.row = h('div.row', {}, this.nextButton, this.retryButton, session.seats ? this.hintButton : '');
    const difficulty = select(t('fields.difficulty'), 'task', DIFFICULTIES.map((word) => /** @type {[string, string]} */ ([word, t(`choices.${word}`)])),
      this.difficulty, (value) => store.write(`difficulty.${session.name}`, value));
    this.box = h('section.tasks', { 'aria-label': t('tasks.title') },
      h('div.row', {}, h('h2', {}, t('tasks.title')), difficulty, button('today', () => this.make(true))),
      this.task, this.verdict, this.row,
      h('details', { ontoggle: () => this.show() }, h('summary', {}, t('tasks.solved')), this.graph,
        h('div.row', {}, button('tasks.export', exportSolved), button('tasks.import', () => importSolved().then(() => this.show())))));
    session.answer.after(this.box);
  }

  /** The difficulty that the user has chosen. @returns {string} */
  get difficulty() {
    return DIFFICULTIES.find((word) => word === store.read(`difficulty.${this.session.name}`)) ?? 'easy';
  }

  /** Makes a new puzzle, or that of the day. */
  async make(isToday = false) {
    const { session } = this;
    if (session.isMaking) return say(t('making'));
    const own = (this.making = {});
    const now = new Date();
    const day = [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, '0')).join('-');
    const line = `puzzle ${this.difficulty} ${isToday ? `day=${day}` : `seed=${Math.floor(Math.random() * 1e9)}`}`;
    this.say('');
    this.task.textContent = t('making');
    const lines = [`param max_time ${MAKE_SECONDS}`, line];
    const reply = await (session.makeWith?.(lines) ?? this.begin(lines));
    if (this.making !== own) return;
    this.making = null;
    if (reply) return this.take(read(reply.text));
    session.sit();
    this.show();
  }

  /** Makes a puzzle in a game of two players; whatever comes next stops it. @param {string[]} lines */
  async begin(lines) {
    const { session } = this;
    session.isAnalysing = session.analysisBox.checked = false;
    session.sit({ ...PEOPLE });
    const made = session.begin(setupOf(session.game), lines);
    session.working(true);
    return made;
  }

  /** Takes the puzzle that has been made as that to solve. @param {Object<string, string>} facts */
  take(facts) {
    const { record } = this.session;
    this.kept = {
      kind: facts.kind, text: facts.task, difficulty: facts.difficulty, seed: parseInt(facts.seed), rating: Number(facts.rating),
      themes: (facts.themes ?? '').split(',').filter(Boolean), start: record.start, lines: record.path().map((/** @type {*} */ node) => node.line),
      began: Date.now(), tries: 0, hints: 0, isSolved: false,
    };
    this.hintStep = 0;
    this.keep();
    this.session.say?.();
    this.show();
    reveal(this.row);
  }

  /** The task in the words of the page. @param {Task} task */
  words({ kind, text, difficulty, rating }) {
    const [, color] = /^(black|white) /.exec(text) ?? [];
    const side = color && this.session.side(color);
    // The names of the sides say which is black.
    let rules = / (\(.*\))$/.exec(text)?.[1].replace(/[^(]* is black, and /, '') ?? '';
    for (const [from, to] of Object.entries(has('ruleWords') ?? {})) rules = rules.replace(from, to);
    rules = this.session.game.nameRules?.(rules, this.session) ?? rules;
    const [key, form] = Object.entries(FORMS).find(([, one]) => one.test(text)) ?? [kind === 'margin' ? 'marginDraw' : kind];
    const values = (form?.exec(text) ?? []).slice(1).map((word) => t(`robots.${word}`));
    const task = t(`tasks.${key}`, ...(side ? [side] : []), ...values);
    return `${task} ${this.session.inWords(rules)} (${t(`choices.${difficulty}`)}, ${t('tasks.rating', rating)})`.replace(/ +/g, ' ');
  }

  show() {
    const task = this.current;
    this.box.classList.toggle('active', Boolean(task));
    put(this.task, task ? this.words(task) : t('tasks.choose'));
    this.session.hide(this.hintButton, !task);
    this.session.hide(this.retryButton, !task || this.session.record.node.ply === task.lines.length);
    if (!task) this.say('');
    this.graph.replaceChildren(...graph(this.session.name));
  }

  /** Called when the position has changed. @param {boolean} isLive whether by a move of the user */
  after(isLive) {
    if (this.making) return;
    const task = this.current;
    const { session } = this;
    const { seats, record: { node } } = session;
    // After a reload.
    if (task && session.players === session.usual && !session.lessons.current) session.sit({ ...PEOPLE });
    this.show();
    if (!task) return;
    if (!seats || node.ply === task.lines.length) this.say(task.isSolved ? t('tasks.done') : '');
    // What the engine has played, with what it says, is no answer.
    else if (seats && isLive && node.said == null && node.ply === task.lines.length + 1) this.judge();
  }

  /** Asks the engine where the puzzle began; nothing if it was stopped. @param {string} line @returns {Promise<string|undefined>} */
  async askThere(line) {
    const { session, kept } = this;
    const back = session.record.node.ply - /** @type {Task} */ (kept).lines.length;
    const lines = back ? [`undo ${back}`, line, `redo ${back}`] : [line];
    const replies = await this.ask(lines);
    // What was stopped between may not be where the page believes it.
    if (!replies.length) session.engine = null;
    return replies[back ? 1 : 0]?.text;
  }

  /** Judges what the user has done, by what the engine can prove of it. */
  async judge() {
    const task = this.current;
    if (!task || this.isJudging) return;
    this.isJudging = true;
    this.say(t('tasks.judging'));
    const { node } = this.session.record;
    const { isRight, text, place, isStopped } = /** @type {Verdict} */ (await ({ margin: () => this.judgeMargin(node), path: () => this.judgePath(node) }[task.kind]
      ?? (() => (task.kind === 'fill' ? { isRight: true, text: t('tasks.filled') } : this.judgeResult(task, node))))());
    this.isJudging = false;
    this.stopped = isStopped ? node : null;
    if (this.session.record.node !== node) return;
    this.say(text, isRight == null ? '' : isRight ? 'right' : 'wrong');
    if (place) this.session.board.light([place], 'wrong');
    if (isRight == null || task.isSolved) return;
    // An answer that is judged again after a reload is one try.
    const answer = this.session.record.path().map((/** @type {*} */ { line }) => line).join(';');
    if (answer !== task.judged) task.tries++;
    task.judged = answer;
    task.isSolved = isRight;
    this.keep();
    if (isRight) {
      const { difficulty, seed, rating, tries, hints } = task;
      const seconds = Math.round((Date.now() - task.began) / 1000);
      add([{ game: this.session.name, difficulty, seed, rating, seconds, tries, hints, at: new Date().toISOString() }]);
    }
    this.show();
    reveal(this.row);
  }

  /** Whether a move keeps the win, or the draw: the result after it is proved. @param {Task} task @param {*} node @returns {Promise<Verdict>} */
  async judgeResult(task, node) {
    const { session } = this;
    const isOwn = (/** @type {string} */ color) => color[0].toLowerCase() === node.color[0];
    let [own, answer] = ['', ''];
    if (session.score) own = !/^[BW]/.test(session.score) ? 'draw' : isOwn(session.score) ? 'win' : 'loss';
    else {
      const [reply] = await this.ask(['solve']);
      const word = /^(win|loss|draw)\b/.exec(reply?.text ?? '')?.[1];
      if (!word) return unknown(reply?.text);
      own = isOwn(session.toMove) ? word : OPPOSITE[word];
      answer = /\bmove=(\S+)/.exec(reply.text)?.[1] ?? '';
    }
    const name = moveName(node.name);
    if (own === task.kind) return { isRight: true, text: t('tasks.right', name) };
    const other = session.side(session.toMove);
    return { isRight: false, place: answer && session.placeOf(answer), text: answer ? t('tasks.refuted', name, other, answer) : t('tasks.wrong', name) };
  }

  /** Whether a move alone keeps the margin: those of all moves are proved. @param {*} node @returns {Promise<Verdict>} */
  async judgeMargin(node) {
    const text = await this.askThere(`move_values ${node.color[0]}`);
    const values = new Map([...(text ?? '').matchAll(/^(\S+) \w+ .*?\bmargin=(-?\d+)/gm)].map(([, name, margin]) => [name, Number(margin)]));
    const [own, best] = [values.get(node.name), Math.max(...values.values())];
    if (own == null) return unknown(text);
    return own === best ? { isRight: true, text: t('tasks.right', node.name) } : { isRight: false, text: t('tasks.costs', node.name, best - own) };
  }

  /** Whether a way to the target is as short as the shortest one. @param {*} node @returns {Promise<Verdict>} */
  async judgePath(node) {
    const text = await this.askThere('solve');
    const best = Number(/\bmoves=(\d+)/.exec(text ?? '')?.[1]);
    if (!best) return unknown(text);
    return node.ply <= best ? { isRight: true, text: t('tasks.shortest', best) } : { isRight: false, text: t('tasks.longer', node.ply, best) };
  }

  /** Counts a hint that the user has had. */
  countHint() {
    const task = this.current;
    if (!task || task.isSolved) return;
    task.hints++;
    this.keep();
  }

  /** Goes back to where the puzzle began. */
  async retry() {
    const { current, session: { record } } = this;
    if (current) await this.session.go([record.root, ...record.path()][current.lines.length]);
  }

  /** Tells more with each press: what the answer does, some places of which one is right, the answer. */
  async hint() {
    const { session } = this;
    const task = this.current;
    if (!task) return;
    const isThere = () => this.current === task && session.record.node.ply === task.lines.length;
    if (!isThere()) await this.retry();
    if (!isThere()) return;
    this.countHint();
    // The first step tells the themes.
    this.hintStep = Math.min(3, Math.max(this.hintStep + 1, task.themes.length ? 1 : 2));
    if (this.hintStep === 1) {
      return this.say(glue(task.themes.map((word) => has(`themes.${word}`) ?? word.replaceAll('-', ' ')).join('; ')));
    }
    const [reply, legal] = await this.ask(['solve', 'legal_moves']);
    if (!isThere()) return;
    const move = /\bmove=(\S+)/.exec(reply?.text ?? '')?.[1];
    if (!move) return say(t('tasks.unknown'));
    const isLast = this.hintStep === 3;
    const places = [...new Set(legal.text.split(' ').map((/** @type {string} */ name) => session.placeOf(name)))].filter((name) => name !== session.placeOf(move));
    // The same ones each time.
    const decoys = isLast ? [] : places.filter((_, at) => (at * 7919 + task.seed) % places.length < DECOYS);
    this.say(isLast ? t('tasks.answer', moveName(move)) : t('tasks.among', decoys.length + 1));
    session.board.light([session.placeOf(move), ...decoys].sort());
  }
}
