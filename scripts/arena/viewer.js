/** @file A match in a browser: asks the server for its state again and again, and for a game when it has another move. */

/**
 * @typedef {{id: number, black: string, white: string, winner: string | null, result: string, reason: string, count: number}} Summary
 * @typedef {{low: number, high: number, ratio: number, elo0: number, elo1: number, verdict: string|null}} Sprt
 * @typedef {{title: string, about?: string, played: number, planned: number, is_over: boolean, tables: string[][][], lines: string[],
 *   sprt: Sprt|null, games: Summary[], running: Summary[]}} State
 * @typedef {Summary & {game: string, wins: Array<number|null>, colors: string[], moves: string[]}} Game
 */

/** Milliseconds between two questions. */
const PAUSE = 700;

/** Most boards of running games. */
const MAX_BOARDS = 16;

const SVG = 'http://www.w3.org/2000/svg';
const byId = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** @param {string} tag @param {Object<string, *>} [attributes] @param {...(Node|string)} children @returns {*} */
function create(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

/** Changes a text, and leaves one alone that is the same. @param {Element} element @param {string} text */
function write(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** The chance that black wins as each engine saw it at its moves: points of the moves of a colour. @param {Game} game @param {string} color */
function valuesOf({ wins, colors }, color) {
  return wins.flatMap((win, ply) => (win == null || colors[ply] !== color ? [] : [[ply + 1, color === 'b' ? win : 1 - win]]));
}

/** The values of both engines as a graph. @param {Game} game @param {*} board where it is shown */
function drawValues(game, board) {
  const { at } = board;
  const width = Math.max(game.moves.length, 2);
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('viewBox', `0 0 ${width} 1`);
  svg.setAttribute('preserveAspectRatio', 'none');
  svg.setAttribute('aria-hidden', 'true');
  const add = (/** @type {string} */ name, /** @type {string} */ d) => {
    const path = document.createElementNS(SVG, 'path');
    path.setAttribute('class', name);
    path.setAttribute('d', d);
    svg.append(path);
  };
  add('even', `M0 .5H${width}`);
  if (at && at < game.moves.length) add('here', `M${at} 0V1`);
  const said = [['b', 'black', game.black], ['w', 'white', game.white]].map(([letter, color, name]) => {
    const side = board.side(letter);
    const points = valuesOf(game, letter);
    if (!points.length) return `${name} (${side}) tells no values`;
    const place = (/** @type {number[]} */ [x, win]) => `${x} ${(0.97 - 0.94 * win).toFixed(3)}`;
    add(color, `M${points.map(place).join('L')}`);
    // A line of no length is a dot.
    add(`dot ${color}`, `M${place(points[points.length - 1])}h0`);
    return `${name} (${side}, ${color === 'black' ? 'line' : 'dashes'}): ${Math.round(100 * points[points.length - 1][1])} %`;
  });
  return [svg, create('p', {}, `How likely ${board.side('b')} wins, as the engines see it: ${said.join('; ')}`)];
}

/** A result with the winner: after a swap of sides its colour is not the one that the winner began with. @param {Summary} game */
function ending({ result, winner }) {
  return winner ? `${result} (${winner})` : result;
}

/** The board of a game with its values. */
class Card {
  /** @param {number} id */
  constructor(id) {
    this.id = id;
    this.count = -1;
    this.result = '';
    /** @type {Game|null} */
    this.game = null;
    this.head = create('h3');
    this.board = create('ludion-board');
    this.values = create('div', { class: 'values' });
    this.box = create('article', { 'data-game': id }, this.head, this.board, this.values);
    this.board.addEventListener('step', () => this.game && this.values.replaceChildren(...drawValues(this.game, this.board)));
  }

  /** Asks for the game if it has other moves than those shown. @param {Summary} summary */
  async update({ count, result }) {
    if (this.count === count && this.result === result) return;
    const answer = await fetch(`/game/${this.id}`);
    if (!answer.ok) return;
    const game = /** @type {Game} */ (await answer.json());
    [this.count, this.result, this.game] = [game.moves.length, game.result, game];
    this.board.setAttribute('game', game.game);
    const players = [[game.black, 'b'], [game.white, 'w']].map(([name, color]) => `${name} (${this.board.side(color)})`);
    write(this.head, `Game ${game.id}: ${players.join(' – ')}${game.result ? `, ${ending(game)}, ${game.reason}` : ''}`);
    this.board.record = game;
    this.values.replaceChildren(...drawValues(game, this.board));
  }
}

/** The cards of the running games. @type {Map<number, Card>} */
const cards = new Map();
/** The finished game that is shown. @type {Card|null} */
let chosen = null;

/** @param {Summary[]} running */
async function showRunning(running) {
  const shown = running.slice(0, MAX_BOARDS);
  for (const [id, card] of cards) {
    if (shown.some((game) => game.id === id)) continue;
    card.box.remove();
    cards.delete(id);
  }
  for (const game of shown) {
    const card = cards.get(game.id) ?? new Card(game.id);
    if (!cards.has(game.id)) byId('boards').append(card.box);
    cards.set(game.id, card);
    await card.update(game);
  }
}

/** @param {Summary} game */
async function choose(game) {
  chosen?.box.remove();
  chosen = new Card(game.id);
  byId('chosen').append(chosen.box);
  byId('chosen').hidden = false;
  for (const button of byId('games').querySelectorAll('button')) button.setAttribute('aria-pressed', String(button.dataset.id === String(game.id)));
  await chosen.update(game);
}

/** @param {Summary[]} games the last one first */
function showFinished(games) {
  const list = byId('games');
  const shown = [...list.querySelectorAll('button')].map((button) => button.dataset.id);
  if (shown.join() === games.map((game) => game.id).join()) return;
  const known = new Map([...list.querySelectorAll('button')].map((button) => [button.dataset.id, button.parentElement]));
  list.replaceChildren(...games.map((game) => {
    const old = known.get(String(game.id));
    if (old) return old;
    const button = create('button', { type: 'button', 'data-id': game.id, 'aria-pressed': 'false' }, `${game.id}: ${game.black} – ${game.white} ${ending(game)}`);
    button.onclick = () => choose(game);
    return create('li', {}, button);
  }));
}

/** @param {string[][]} rows the first one the head */
function tableOf([head, ...rows]) {
  return create('table', {},
    create('thead', {}, create('tr', {}, ...head.map((text) => create('th', { scope: 'col' }, text)))),
    create('tbody', {}, ...rows.map(([name, ...cells]) => create('tr', {}, create('th', { scope: 'row' }, name), ...cells.map((text) => create('td', {}, text))))));
}

/** The sequential test: where the ratio stands between its bounds. @param {Sprt|null} sprt */
function meterOf(sprt) {
  if (!sprt) return [];
  const { low, high, ratio, elo0, elo1, verdict } = sprt;
  const text = verdict ? `${verdict} is accepted` : 'undecided';
  return [create('meter', { min: low, max: high, value: ratio, 'aria-label': `Sequential test of ${elo0} against ${elo1} Elo: ${text}` }, text)];
}

/** The results that are shown, to leave them alone while they are the same. */
let results = '';

/** @param {State} state */
async function show(state) {
  document.title = state.title;
  write(byId('title'), state.title);
  if (!state.tables) return;
  write(byId('about'), state.about ?? '');
  write(byId('state'), `${state.played} of ${state.planned} games${state.is_over ? ', over' : ''}`);
  const progress = /** @type {HTMLProgressElement} */ (byId('progress'));
  [progress.max, progress.value] = [state.planned, state.played];
  const fresh = JSON.stringify([state.tables, state.lines, state.sprt]);
  if (fresh !== results) {
    results = fresh;
    byId('tables').replaceChildren(...state.tables.map(tableOf));
    byId('lines').replaceChildren(...state.lines.map((line) => create('p', {}, line)));
    byId('sprt').replaceChildren(...meterOf(state.sprt));
  }
  showFinished(state.games);
  await showRunning(state.running);
}

/** Asks again and again; a server that is gone ends the match for the page. */
async function follow() {
  try {
    const answer = await fetch('/state');
    if (answer.ok) await show(await answer.json());
    else write(byId('state'), await answer.text());
  } catch {
    write(byId('state'), 'The match has ended.');
  }
  setTimeout(follow, PAUSE);
}

follow();
