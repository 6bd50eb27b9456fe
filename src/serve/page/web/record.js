/** @file The record of a game: a tree of moves. It is what the page keeps; a session of the engine is set up from it. */

/**
 * @typedef {Object} Node
 * @property {string} line the line of the protocol that makes the move: `play b f6`
 * @property {string} name the move as people read it: `f6`
 * @property {string} color `black`, `white`, or empty in a puzzle
 * @property {Node|null} parent
 * @property {Node[]} children the first one is the main line
 * @property {number} ply
 * @property {number} [win] probability that black wins, if it was analysed
 * @property {string} [best] the best move here, if it was analysed
 * @property {boolean} [isFlag] whether a player resigns here because the time is over
 * @property {number} [loss] what the move cost its player, 0 to 1, if the game was reviewed
 * @property {string} [comment] what a record says about the position
 * @property {Object<string, number>} [wins] probability that the player to move wins by a move, of the moves that were analysed
 * @property {string} [said] what the engine thought when it made the move
 * @property {string} [reply] what the engine has answered to the move
 */

export const COLORS = ['black', 'white'];
export const otherOf = (/** @type {string} */ color) => (color === 'black' ? 'white' : 'black');

/** What of a node is kept beside its move, each with its type. */
const KEPT = /** @type {const} */ ({ win: 'number', best: 'string', isFlag: 'boolean', loss: 'number', comment: 'string', said: 'string' });
const KEYS = /** @type {Array<keyof typeof KEPT>} */ (Object.keys(KEPT));

/** @param {Node} node what of it is kept; nothing if there is nothing */
const factsOf = (node) => {
  const facts = KEYS.filter((key) => node[key] != null && node[key] !== '').map((key) => [key, typeof node[key] === 'number' ? Number(node[key].toFixed(3)) : node[key]]);
  return facts.length ? [Object.fromEntries(facts)] : [];
};

/** @param {Node} node @param {*} facts what `factsOf` found */
const setFacts = (node, facts) => {
  for (const key of KEYS) if (typeof facts?.[key] === KEPT[key]) /** @type {*} */ (node)[key] = facts[key];
};

/** The line of the protocol that makes a move. @param {string} name @param {string} color */
export const lineOf = (name, color) => (color ? `play ${color[0]} ${name}` : `play ${name}`);

/** @param {string} line @param {string} name @param {string} color @param {Node|null} parent @returns {Node} */
const makeNode = (line = '', name = '', color = '', parent = /** @type {Node|null} */ (null)) =>
  ({ line, name, color, parent, children: [], ply: parent ? parent.ply + 1 : 0 });

/** The clocks of two players, at most one of which is running. The time while the page is closed does not count. */
export class Clock {
  running = '';
  since = 0;
  /** Where the game stands; what is looked at may come before it. @type {Node|null} */
  node = null;
  /** Whether a player has lost on time: no clock runs any more, also where the moves before are looked at. */
  isOver = false;

  /** @param {number} black @param {number} white @param {number} increment what a player gains by each move @param {number} most the last ply that has gained it */
  constructor(black, white, increment, most = 0) {
    /** @type {Object<string, number>} */
    this.seconds = { black, white };
    this.increment = increment;
    this.most = most;
  }

  /** The seconds that a player has left. @param {string} color */
  left(color) {
    return Math.max(0, this.seconds[color] - (color === this.running ? (Date.now() - this.since) / 1000 : 0));
  }

  /** Lets the clock of a player run, or that of none. @param {string} color @param {Node|null} [node] where the game stands */
  run(color, node = null) {
    this.node = node;
    if (this.running) this.seconds[this.running] = this.left(this.running);
    this.running = this.isOver ? '' : color;
    this.since = Date.now();
  }

  /** Stops for good. */
  fall() {
    this.isOver = true;
    this.run('');
  }

  /** Gives a player whose clock runs the increment, for a move that is the first of its ply. @param {string} color @param {number} ply */
  press(color, ply) {
    if (color !== this.running || ply <= this.most) return;
    this.seconds[color] += this.increment;
    this.most = ply;
  }

  toJSON() {
    return [this.left('black'), this.left('white'), this.increment, this.isOver, this.most];
  }
}

export class Record {
  root = makeNode();
  /** The text of a file that comes before the start, where that does not hold all. */
  text = '';
  /** What a record that was read says beside its moves: tags. @type {string[]} */
  tags = [];
  /** Where trials began, the outermost first: what follows is tentative. @type {Node[]} */
  trials = [];
  /** When a puzzle began, and how long it took in milliseconds once it is solved. A time without the page does not count. */
  began = Date.now();
  /** @type {number|null} */
  took = null;
  /** Whether the last change was a move or a new game, which the engine may answer. */
  isLive = false;
  /** The clocks of two players. @type {Clock|null} */
  clock = null;
  /** Places that the user has crossed out by pencil; the engine knows nothing of them. @type {Set<string>} */
  notes = new Set();

  /**
   * @param {string} start the position at the start, as `position` reads it
   * @param {string[]} setup lines that come before it: settings of the rules
   */
  constructor(start, setup = []) {
    this.start = start;
    this.setup = setup;
    this.node = this.root;
  }

  /** The settings with others, each as it is set last. @param {string[]} lines */
  settingsWith(lines) {
    return [...new Map([...this.setup, ...lines].map((line) => [line.split(' ')[1], line])).values()];
  }

  /** How many trials a node belongs to. @param {Node} node */
  level(node) {
    return this.trials.filter((trial) => trial.ply < node.ply).length;
  }

  /** Forgets the trials that the current node is no part of. */
  endTrials() {
    const path = [this.root, ...this.path()];
    this.trials = this.trials.filter((node) => path.includes(node));
  }

  /** Returns the nodes from the root's child to a node. @param {Node} node @returns {Node[]} */
  path(node = this.node) {
    const path = [];
    for (let at = node; at.parent; at = at.parent) path.push(at);
    return path.reverse();
  }

  /** Whether it has this start, and its current node comes by these moves. @param {{start: string, lines: string[]}|null} other */
  passes(other) {
    const path = this.path();
    return other?.start === this.start && other.lines.every((line, at) => path[at]?.line === line);
  }

  /** Returns the path to the current node and the main line after it. @returns {Node[]} */
  line() {
    const line = this.path();
    for (let at = this.node; at.children.length; at = at.children[0]) line.push(at.children[0]);
    return line;
  }

  /**
   * Adds a move after a node, or finds it there, and goes to it if the node is the current one.
   * @param {string} name
   * @param {string} color
   * @param {Node} [parent]
   */
  add(name, color, parent = this.node) {
    const line = lineOf(name, color);
    let child = parent.children.find((node) => node.line === line);
    if (!child) {
      child = makeNode(line, name, color, parent);
      parent.children.push(child);
    }
    if (this.node === parent) this.node = child;
    return child;
  }

  /** Removes a node with all after it. @param {Node} node */
  remove(node) {
    if (!node.parent) return;
    for (const place of [this, this.clock]) if (place?.node && this.path(place.node).includes(node)) place.node = node.parent;
    node.parent.children = node.parent.children.filter((other) => other !== node);
  }

  /** Makes the line to a node the main line. @param {Node} node */
  promote(node) {
    for (const at of this.path(node)) {
      const siblings = /** @type {Node} */ (at.parent).children;
      siblings.sort((one, other) => Number(other === at) - Number(one === at));
    }
  }

  /** How long the puzzle has taken so far, in milliseconds. */
  get time() {
    return this.took ?? Date.now() - this.began;
  }

  /** Returns what a link or a browser keeps. */
  toJSON() {
    /** @type {(node: Node) => any[]} */
    const list = (node) => node.children.map((child) => [child.line, child.name, child.color, list(child), ...factsOf(child)]);
    return {
      start: this.start, setup: this.setup, tree: list(this.root), root: factsOf(this.root)[0], at: this.path().map((node) => this.index(node)), text: this.text || undefined, tags: this.tags,
      trials: this.trials.map((node) => node.ply), notes: [...this.notes],
      time: this.time, isTaken: this.took != null, isLive: this.isLive, clock: this.clock ?? undefined,
    };
  }

  /** @param {Node} node */
  index(node) {
    return node.parent?.children.indexOf(node) ?? 0;
  }

  /** Reads what `toJSON` made. @param {*} json @returns {Record|null} null for anything else */
  static from(json) {
    try {
      const record = new Record(String(json.start), json.setup.map(String));
      const grow = (/** @type {Node} */ parent, /** @type {any[]} */ list) => {
        for (const [line, name, color, children, facts] of list) {
          const node = makeNode(String(line), String(name), String(color), parent);
          setFacts(node, facts);
          parent.children.push(node);
          grow(node, children);
        }
      };
      grow(record.root, json.tree);
      setFacts(record.root, json.root);
      for (const index of json.at) record.node = record.node.children[index];
      const path = [record.root, ...record.path()];
      record.trials = (json.trials ?? []).map((/** @type {number} */ ply) => path[ply]).filter(Boolean);
      record.notes = new Set((json.notes ?? []).map(String));
      record.text = String(json.text ?? '');
      record.tags = (json.tags ?? []).map(String);
      const time = Number(json.time) || 0;
      record.began -= time;
      if (json.isTaken) record.took = time;
      record.isLive = json.isLive === true;
      const [black, white, increment, isOver, most] = (json.clock ?? []).map(Number);
      if (black >= 0 && white >= 0) record.clock = new Clock(black, white, increment || 0, most || 0);
      if (isOver) record.clock?.fall();
      return record;
    } catch {
      return null;
    }
  }

  /** Returns the record as the part of an address after `#`: its current line and place. @param {string} game */
  toLink(game) {
    const words = new URLSearchParams({ game, start: this.start });
    if (this.setup.length) words.set('setup', this.setup.join(';'));
    const line = this.line();
    if (line.length) {
      words.set('moves', line.map((node) => node.line).join(';'));
      words.set('at', String(this.node.ply));
    }
    return `#${words}`;
  }

  /** Reads what `toLink` made. @param {URLSearchParams} words @returns {Record|null} */
  static fromLink(words) {
    const start = words.get('start');
    if (!start) return null;
    const list = (/** @type {string} */ key) => (words.get(key) ?? '').split(';').filter(Boolean);
    const record = new Record(start, list('setup'));
    // A link may only set parameters and play moves; a line break would begin another command.
    if (/[\r\n]/.test([...words.values()].join(''))) return null;
    if (!record.setup.every((line) => line.startsWith('param '))) return null;
    for (const line of list('moves')) {
      const [verb, ...rest] = line.split(' ');
      if (verb !== 'play') return null;
      const color = { b: 'black', w: 'white' }[rest[0]] ?? '';
      record.add((color ? rest.slice(1) : rest).join(' '), color);
    }
    const ply = Number(words.get('at')) || 0;
    while (record.node.parent && record.node.ply > ply) record.node = /** @type {Node} */ (record.node.parent);
    return record;
  }
}
