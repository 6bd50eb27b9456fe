/** @file What play and puzzles share: the record, the engine's session that follows it, the drawing. */

import { sentence } from './answers.js';
import { Board } from './board.js';
import { Editor } from './edit.js';
import { STOPPED } from './link.js';
import { beginOf, editText, open, picture, save, share } from './files.js';
import { Reasons } from './reasons.js';
import { COLORS, Record, lineOf } from './record.js';
import { addVariations } from './sgf.js';
import { editSettings } from './settings.js';
import { ask, button, glue, h, has, reveal, say, select, signButton, store, t } from './dom.js';

/** @typedef {import('./record.js').Node} Node */
/** @typedef {import('./link.js').Reply} Reply */

/** Seconds that a question may take. */
const SECONDS = 10;
/** Seconds that an overlay may take: it is drawn after each move. */
const OVERLAY_SECONDS = 1;

export class Session {
  board = new Board();
  /** The words of the page, for modules of games. */
  words = t;
  record = new Record('');
  /** What the engine's session holds: the nodes that it has played; null if it must be set up. @type {{path: Node[]}|null} */
  engine = null;
  /** Counts what the user does, so that results for an older state are dropped. */
  version = 0;
  /** The move whose reply is on its way. @type {Promise<boolean>|null} */
  moving = null;
  /** What runs: a search for a move, an analysis, or a question. @type {{isOver: boolean, isMove?: boolean, isQuestion?: boolean}|null} */
  task = null;
  /** What the next click on the board means, if it is no move. @type {((name: string) => *)|null} */
  pick = null;
  /** Queued actions of the user at the board, the oldest first; the oldest is running. @type {Array<() => *>} */
  kept = [];
  /** Number of positions shown that no move led to: after undo, load and the like. */
  shows = 0;
  timer = 0;
  overlay = '';
  facts = /** @type {DOMStringMap} */ ({});
  /** The puzzles of the game. @type {import('./tasks.js').Tasks|null} */
  tasks = null;
  /** The lessons of the game. @type {import('./lessons.js').Lessons|null} */
  lessons = null;
  /** The editor, while it is open. @type {Editor|null} */
  editor = null;
  status = h('p.status', { role: 'status' });
  stopButton = h('button', { onclick: () => this.stop(), hidden: true }, t('stop'));
  panel = h('div.panel');
  /** What had the keyboard before the answer. @type {*} */
  asker = null;
  /** The node that the answer is about; null where it stays when another one is shown. @type {Node|null} */
  answered = null;
  answer = h('div.answer', { hidden: true, tabindex: '0', role: 'region', 'aria-label': t('answer') });

  /**
   * @param {*} app what main.js offers
   * @param {string} name the name of the game
   * @param {*} game its module: a GamePage of games/page.d.ts
   */
  constructor(app, name, game) {
    this.app = app;
    this.name = name;
    this.game = game;
    /** @type {import('./link.js').Link} */
    this.link = app.link;
    this.board.label = (place, shape) => this.describe(place, shape);
    this.board.drags = Boolean(game.drag);
    if (game.spot) this.board.spot = game.spot;
    const detail = (/** @type {Event} */ event) => /** @type {CustomEvent} */ (event).detail;
    this.board.addEventListener('point', (event) => (this.editor ? this.editor.point(detail(event)) : this.later(() => this.onPoint(detail(event)))));
    this.board.addEventListener('drag', (event) => !this.editor && this.later(() => game.drag?.(detail(event), this)));
    this.board.addEventListener('key', (event) => (this.editor ? game.edit.key?.(event, this.editor) : game.key?.(event, this)));
    this.reasons = new Reasons(this);
  }

  /** Whether it is a person's turn. Overridden by subclasses. */
  get isOpen() {
    return true;
  }

  /**
   * Runs the actions of the user at the board one after the other. An action that comes during a move waits until the move is
   * drawn, and is dropped if it no longer applies.
   * @param {() => *} act
   */
  later(act) {
    const { kept, shows } = this;
    const isLate = this.moving || kept.length;
    kept.push(() => (isLate && (shows !== this.shows || !this.isOpen || this.editor) ? null : act()));
    if (kept.length === 1) this.doNext();
  }

  async doNext() {
    try {
      // Others that await the same move run first.
      if (this.moving) await this.moving.then(() => new Promise((done) => setTimeout(done)));
      await this.kept[0]();
    } finally {
      this.kept.shift();
      if (this.kept.length) this.doNext();
    }
  }

  /** Sends a line. @param {string} line @param {(line: string) => void} [onLine] */
  send(line, onLine) {
    // The wire belongs to the game that is shown.
    return this.app.session === this ? this.link.send(line, onLine) : Promise.resolve(STOPPED);
  }

  /** The words of a place for screen readers. @param {string} name @param {Element} shape */
  describe(name, shape) {
    const stone = COLORS.find((color) => shape.querySelector(`.${color}`));
    const label = this.game.label?.(name, shape, this) ?? name + (stone ? `, ${this.side(stone)}` : '');
    return label + (this.record.notes.has(name) ? t('crossed') : '') + (shape.hasAttribute('data-trial') ? t('tried') : '');
  }

  /** The name of a player. @param {string} color */
  side(color) {
    return has(`sides.${color}`) ?? t(color);
  }

  /** Brings the engine's session to the current node. Returns the replies. @returns {Promise<Reply[]>} */
  sync() {
    const target = this.record.path();
    const lines = [];
    if (!this.engine) {
      lines.push(...beginOf(this.name, this.record));
      this.engine = { path: [] };
    }
    const { path } = this.engine;
    let shared = 0;
    while (shared < path.length && path[shared] === target[shared]) shared++;
    if (path.length > shared) lines.push(`undo ${path.length - shared}`);
    this.engine.path = target;
    return Promise.all([...lines.map((line) => this.send(line)), ...target.slice(shared).map(async (node) => {
      const reply = await this.send(node.line);
      node.reply = reply.text;
      return reply;
    })]);
  }

  /** Waits for a move that is on its way, then brings the engine's session to the current node. */
  async ready() {
    await this.moving;
    return this.sync();
  }

  /** Shows the current node. Returns false if something newer is on its way or the session is lost, null if the start is refused. @returns {Promise<boolean|null>} */
  async show() {
    this.shows++;
    await this.moving;
    const version = ++this.version;
    const replies = this.sync();
    const drawing = this.sendDrawing();
    const failure = (await replies).find((reply) => !reply.ok);
    if (failure?.isLost) {
      this.engine = null;
      return false;
    }
    if (failure) {
      this.refuse(failure.text);
      this.engine = null;
      if (!this.record.node.parent) return null;
      this.record.remove(this.record.node);
      return this.show();
    }
    return this.draw(await drawing, version);
  }

  /** Asks for the drawing of the position. */
  sendDrawing() {
    if (!this.overlay) return this.send('svg');
    this.send(`param max_time ${OVERLAY_SECONDS}`);
    return this.send(`svg ${this.overlay}`);
  }

  /** @param {Reply} drawing @param {number} version */
  draw(drawing, version) {
    if (version !== this.version || drawing.isLost || this.app.session !== this) return false;
    if (!drawing.ok) {
      this.overlay = '';
      say(drawing.text, 'error');
      return true;
    }
    this.reasons.clear();
    if (this.answered && this.answered !== this.record.node) this.hideAnswer();
    this.facts = this.board.show(drawing.text);
    this.keep();
    return true;
  }

  /** Makes a move. @param {string} name @param {string} [color] @returns {Promise<boolean>} whether the rules allow it */
  async play(name, color = '') {
    // One at a time. What is being edited has no moves.
    if (this.moving || this.editor) return false;
    this.moving = this.makeMove(name, color);
    return this.moving.finally(() => (this.moving = null));
  }

  /** @param {string} name @param {string} color */
  async makeMove(name, color) {
    this.halt();
    const version = ++this.version;
    const { record } = this;
    const parent = record.node;
    const before = this.sync();
    const { engine } = this;
    const sent = [this.send(lineOf(name, color)), this.sendDrawing()];
    await before;
    const [reply, drawing] = await Promise.all(sent);
    if (reply.isLost) {
      this.engine = null;
      return false;
    }
    if (!reply.ok) {
      this.refuse(reply.text);
      // The drawing of what was shown before may have been dropped for this one.
      this.draw(drawing, version);
      return false;
    }
    const node = record.add(name, color, parent);
    node.reply = reply.text;
    engine?.path.push(node);
    return this.draw(drawing, version);
  }

  /** The engine's reason without the words of the protocol. @param {string} text */
  explain(text) {
    const reason = text.replace(/^((cannot load file|interrupted|illegal move|unacceptable size|syntax error|erreur de syntaxe) ?: )+/, '')
      .replace(/(; usage:|: write game) .*$/s, '');
    return this.inWords(this.game.nameRules?.(reason, this) ?? reason);
  }

  /** Says why the engine refuses something. @param {string} text @returns {void} */
  refuse(text) {
    say(glue(this.explain(text)), 'error');
  }

  /** Ends what is running. */
  halt() {
    const { task } = this;
    if (this.pick) this.closeAnswer();
    if (!task) return;
    task.isOver = true;
    this.task = null;
    this.link.interrupt();
    this.working(false);
  }

  /** Ends what is running because the user says so. */
  stop() {
    this.halt();
    this.after();
  }

  /** Shows whether something runs that can be stopped. @param {boolean} isBusy */
  working(isBusy) {
    this.hide(this.stopButton, !isBusy);
    this.app.busy(isBusy);
  }

  /** Ends a task if it still runs; returns whether it did. @param {Session['task']} task */
  finish(task) {
    if (this.task !== task) return false;
    this.task = null;
    this.working(false);
    return true;
  }

  /**
   * Sends lines that may take their time. The user can stop them, as whatever comes next does. Nothing comes back then, nor if the connection is lost.
   * @param {string[]} lines
   * @param {number} [seconds] at most; 0 for what the settings allow
   * @returns {Promise<Reply[]>}
   */
  async request(lines, seconds = SECONDS) {
    this.halt();
    const task = (this.task = { isOver: false, isQuestion: true });
    this.working(true);
    await this.ready();
    const replies = [];
    // One after the other: what stops the first stops all.
    for (const line of [...(seconds ? [`param max_time ${seconds}`] : []), ...lines]) {
      if (!task.isOver) replies.push(await this.send(line));
    }
    const isLost = replies.some((reply) => reply.isLost);
    // Once the answer is shown.
    if (this.finish(task) && !isLost) setTimeout(() => this.judgeAgain());
    return task.isOver || isLost ? [] : replies.slice(-lines.length);
  }

  /** Judges what is shown if that has been stopped. */
  judgeAgain() {
    for (const part of [this.tasks, this.lessons]) if (part?.stopped === this.record.node) part.judge();
  }

  /** Does something with the engine, which goes on with what it did afterwards. @template T @param {() => Promise<T>} act */
  async pause(act) {
    this.halt();
    await this.ready();
    const result = await act();
    this.after();
    return result;
  }

  /** Called after each change. Overridden by subclasses. @param {boolean} [_isLive] whether the engine may answer */
  async after(_isLive = false) {}

  /** Shows where the record stands, and does what follows from that. Returns what `show` does. @param {boolean} [isLive] */
  async refresh(isLive) {
    const shown = await this.show();
    if (shown) await this.after(isLive);
    return shown;
  }

  /** Tells the puzzles and the lessons of a change. @param {boolean} isLive */
  tellTasks(isLive) {
    const { tasks, lessons } = this;
    this.record.isLive = isLive;
    if (!(tasks?.making || tasks?.current || lessons?.isBeginning || lessons?.current)) this.sit();
    tasks?.after(isLive);
    lessons?.after(isLive);
  }

  /** Lets others sit at the board, for a puzzle or a lesson; or those who sat there before. @param {Object<string, number>} [_seats] */
  sit(_seats) {}

  /** Goes to a node. @param {Node} node */
  async go(node) {
    this.halt();
    this.record.node = node;
    await this.refresh();
  }

  back() {
    if (this.record.node.parent) this.go(this.record.node.parent);
  }

  forward() {
    if (this.record.node.children.length) this.go(this.record.node.children[0]);
  }

  first() {
    this.go(this.record.root);
  }

  last() {
    this.go(this.record.line().at(-1) ?? this.record.root);
  }

  /**
   * Begins with lines of the protocol, the last of which makes the position.
   * @param {string[]} setup settings of the rules; the others stay
   * @param {string[]} lines
   * @param {import('./record.js').Clock|null} [clock]
   * @returns {Promise<Reply|null>} the last reply, null if one failed or something newer has begun
   */
  async begin(setup, lines, clock = null) {
    this.halt();
    const task = (this.task = { isOver: false, isQuestion: true });
    this.editor?.close();
    this.hideAnswer();
    await this.moving;
    const version = ++this.version;
    this.engine = null;
    // The position at once: what is sent meanwhile comes after it.
    const replies = await Promise.all([`game ${this.name}`, ...setup, ...lines, 'position'].map((line) => this.send(line)));
    this.finish(task);
    // What has begun since then stays.
    if (version !== this.version || this.editor || this.app.session !== this) return null;
    const position = /** @type {Reply} */ (replies.pop());
    const failure = replies.find((reply) => !reply.ok);
    if (failure) {
      if (!failure.isLost && !task.isOver) this.refuse(failure.text);
      await this.show();
      this.judgeAgain();
      return null;
    }
    await this.adopt(position.text, this.record.settingsWith(setup), '', clock);
    return replies.at(-1) ?? null;
  }

  /** Takes what the engine holds as a new record. @param {string} position @param {string[]} setup @param {string} [tree] the same with its variations @param {import('./record.js').Clock|null} [clock] */
  async adopt(position, setup, tree = '', clock = null) {
    const [first, played] = position.split(' play=');
    const names = /** @type {string[]} */ (played ? this.game.moves(played) : []);
    const { start, moves } = this.game.split?.(position) ?? { start: first, moves: names.map((name) => [name, '']) };
    this.record = new Record(start, setup);
    this.record.clock = clock;
    for (const [name, color] of moves) this.record.add(name, color);
    addVariations(this.record, tree);
    this.engine = null;
    this.overlay = '';
    // A position with moves is looked at first.
    await this.refresh(!moves.length);
  }

  /** Keeps the record soon: after what is more urgent has been drawn. */
  keep() {
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.keepNow(), 0);
  }

  /** Keeps the record in the browser and, unless another game is on its way there, in the address. */
  keepNow(isLeaving = false) {
    clearTimeout(this.timer);
    // What is edited is no game yet.
    if (!this.record.start || this.editor || !isLeaving && this.app.session !== this) return;
    const view = this.overlay && `&show=${this.overlay}`;
    if (!isLeaving) history.replaceState(null, '', this.record.toLink(this.name) + view);
    store.writeBoth(`record.${this.name}`, this.record);
  }

  /** The record of an address. Its start says all that the engine would else take from the position before. @param {URLSearchParams} words */
  linked(words) {
    const start = words.get('start');
    if (start != null && this.game.whole) words.set('start', this.game.whole(start));
    return Record.fromLink(words);
  }

  /** Finds the record to go on with: that of the address, with its variations if the browser has them. @param {URLSearchParams} words */
  find(words) {
    const linked = this.linked(words);
    const view = words.get('show') ?? '';
    if (this.game.overlays?.includes(view)) this.overlay = view;
    const kept = store.readBoth(`record.${this.name}`).map(Record.from);
    if (!linked) return kept.find(Boolean) ?? null;
    return kept.find((record) => record?.toLink(this.name) === linked.toLink(this.name)) ?? linked;
  }

  /**
   * Shows an answer in words; names of places light up when they are pointed at. It goes when another node is shown.
   * @param {string} title
   * @param {string} text
   * @param {string} [line]
   * @param {Node|null} [node] the node that it is about; null if it stays
   */
  tell(title, text, line = '', node = this.record.node) {
    if (this.editor && title !== t('edit')) return;
    this.answered = node;
    this.pick = null;
    this.reasons.clear();
    const { activeElement } = document;
    if (!this.answer.contains(activeElement)) this.asker = activeElement;
    this.answer.replaceChildren(
      h('div.row', {}, h('h2', {}, title),
        signButton('×', 'close', () => this.closeAnswer(), 'button.quiet')),
      h('p.words', {}, ...this.withPlaces(text)), ...(line ? [h('code', {}, line)] : []));
    this.answer.hidden = false;
    reveal(this.answer);
    this.app.announce(text);
  }

  /** Hides the answer, whose place belongs to an open editor. The keyboard goes back to what has asked, or to the board. */
  hideAnswer() {
    if (this.editor) return;
    this.hide(this.answer, true, this.asker);
  }

  /** Hides a part, or shows it. The keyboard leaves it first. @param {HTMLElement} part @param {boolean} isHidden @param {*} [to] */
  hide(part, isHidden, to) {
    if (isHidden) this.leave(part, to);
    part.hidden = isHidden;
  }

  /** Leads the keyboard out of a part that goes away: to an element that is seen, or to the board. @param {Element} part @param {*} [to] */
  leave(part, to) {
    if (part.contains(document.activeElement)) (to?.checkVisibility() ? to : this.board.place(this.board.focus))?.focus();
  }

  /** A text in which the names of places light up when they are pointed at. @param {string} text */
  withPlaces(text) {
    return glue(text).split(/([\s()[\]:;>]+|,(?=\s))/).map((part) => {
      const name = this.placeIn(part);
      if (!name) return part;
      const [light, dim] = [[name], []].map((names) => () => this.board.light(names));
      return h('span.ref', { tabindex: '0', onpointerenter: light, onpointerleave: dim, onfocus: light, onblur: dim }, part);
    });
  }

  /** @returns {void} */
  closeAnswer() {
    if (this.editor) return void this.editor.finish();
    this.hideAnswer();
    if (this.pick) this.board.light([]);
    this.pick = null;
    this.reasons.clear();
  }

  /** The engine's text with the names that the players have here. @param {string} text */
  inWords(text) {
    if (!has('sides')) return text;
    const find = new RegExp(`\\b(${[...COLORS, ...COLORS.map((color) => t(color))].join('|')})\\b`, 'gi');
    return text.replace(find, (word) => this.side(COLORS.find((color) => [color, t(color).toLowerCase()].includes(word.toLowerCase())) ?? ''));
  }

  /**
   * Asks the engine and shows the answer.
   * @param {string} title
   * @param {string} line
   * @param {number} [seconds]
   * @returns {Promise<Reply>}
   */
  async query(title, line, seconds) {
    const [reply] = await this.request([line], seconds);
    if (!reply) return STOPPED;
    const said = reply.ok && sentence(line, reply.text, (color) => this.side(color), this.facts.toMove ?? '');
    this.tell(title, said || (reply.ok ? this.inWords(reply.text) || t('nothing') : this.explain(reply.text)), line);
    this.after();
    return reply;
  }

  /** @param {string} text @param {() => void} act */
  button(text, act) {
    return h('button', { onclick: act }, text);
  }

  /** The buttons for reasons and for the tools of the game. */
  tools() {
    return [...this.reasons.buttons(), ...(this.game.tools ?? []).map((/** @type {*} */ tool) => this.toolButton(tool))];
  }

  /** The button of a tool: its line, which is its name where there is only that, or what it runs. @param {*} tool */
  toolButton(tool) {
    const title = t(`tools.${tool.key ?? tool}`);
    return h('button.quiet', { onclick: () => (this.facts.score && !tool.isGeneral ? say(t('over')) : tool.run ? tool.run(this)
      : this.query(title, tool.line ?? tool.key ?? tool)) }, title);
  }

  /** Asks for one of several values with their texts. @param {string} title @param {Array<[string, string]>} options @returns {Promise<string|null>} */
  async choose(title, options) {
    const data = await ask(title, [select(title, 'choice', options, options[0][0])], t('ok'));
    return data && String(data.get('choice'));
  }

  /** Asks for a number from 1. @param {string} title @param {string} max @returns {Promise<string|null>} */
  async chooseNumber(title, max) {
    const data = await ask(title, [h('input', { type: 'number', name: 'number', 'aria-label': title, min: 1, max, value: max, required: true })], t('ok'));
    return data && String(data.get('number'));
  }

  /** The place that a word names; a number alone is a number. @param {string} word */
  placeIn(word) {
    return [word, word.replace(/[.,]$/, '')].find((name) => /\D/.test(name) && this.board.place(name)) ?? '';
  }

  /** The places that a text names. @param {string} text */
  placesIn(text) {
    return [...new Set(text.split(/[\s:;()]+/).map((word) => this.placeIn(word)))].filter(Boolean);
  }

  /** Called twice a second. Overridden by subclasses with clocks. */
  tick() {}

  /** Goes on with a record. Returns what `show` does. @param {Record} record */
  async take(record) {
    this.halt();
    this.editor?.close();
    this.record = record;
    this.engine = null;
    return this.refresh(record.isLive);
  }

  /** Goes on with a record if the engine takes all of it, else with what is shown. @param {Record} record */
  async takeWhole(record) {
    this.halt();
    await this.moving;
    this.engine = null;
    const lines = [...beginOf(this.name, record), ...record.path().map((node) => node.line)];
    const failure = (await Promise.all(lines.map((line) => this.send(line)))).find((reply) => !reply.ok);
    if (!failure) return this.take(record);
    if (failure.isLost) return;
    this.refuse(failure.text);
    await this.refresh();
  }

  /** @param {string} line @param {string[]} [setup] @returns {Promise<Reply>} */
  async try(line, setup = this.record.setup) {
    this.halt();
    await this.moving;
    this.engine = null;
    await this.send(`game ${this.name}`);
    const reply = await this.send(line);
    const position = reply.ok ? await this.send('position') : reply;
    if (!position.ok) return position;
    const tree = this.game.tree ? (await this.send(`save_text ${this.game.tree}`)).text : '';
    await this.adopt(position.text, setup, tree);
    return reply;
  }

  /** @param {{name: string, alternate: boolean, piece: string|null}} _point */
  onPoint(_point) {}

  /** Called when the server is back. */
  async restore() {
    this.halt();
    this.engine = null;
    this.moving = null;
    await this.refresh();
    this.judgeAgain();
  }

  /** The buttons for files, links and the position. @param {Object<string, () => *>} [more] */
  menu(more) {
    const { game, app } = this;
    const items = {
      open, save, picture, share, ...(game.site && { url: () => this.query(t('url'), 'url') }), position: editText, settings: editSettings,
      help: () => app.toggleHelp(), ...(game.edit && { edit: () => this.editor || new Editor(this).begin() }), ...more,
    };
    return h('details.menu', {}, h('summary', {}, t('more')), h('div.items', {},
      ...Object.entries(items).map(([key, act]) => button(key, () => act(this)))));
  }
}
