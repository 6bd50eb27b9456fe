/** @file The frame of the page: the games to choose from, the line to the server, keys, looks, language. */

import { Lessons } from './lessons.js';
import { Link, CLOSED } from './link.js';
import { open as openFile } from './files.js';
import { Puzzle } from './puzzle.js';
import { Tasks, defaults, setupOf } from './tasks.js';
import { Turn } from './turn.js';
import { zoomable } from './zoom.js';
import { ask, button, h, language, loadWords, say, select, store, t, useWordsOf, wordOf } from './dom.js';

const LANGUAGES = { en: 'English', fr: 'Français' };
const LINES_KEPT = 200;

// The parts of the frame that change.
const nav = h('nav');
const banner = h('p', { role: 'alert', hidden: true, id: 'banner' });
const table = h('div.table');
const side = h('aside');
const announcer = h('p.unseen', { 'aria-live': 'polite' });

const app = {
  link: /** @type {Link} */ (/** @type {*} */ (null)),
  /** @type {Turn|Puzzle|null} */
  session: null,
  /** The game that has been chosen last. */
  opening: {},
  get isHidden() {
    return document.hidden;
  },
  /** @param {boolean} isBusy */
  busy(isBusy) {
    document.body.classList.toggle('busy', isBusy);
  },
  /** Hides all that helps to play and to solve, or shows it again. */
  toggleHelp() {
    const isHidden = document.body.classList.toggle('alone');
    store.write('alone', isHidden);
    const { session } = app;
    if (isHidden && session instanceof Turn && session.isAnalysing) session.setAnalysis((session.analysisBox.checked = false));
    say(t(isHidden ? 'helpHidden' : 'helpShown'));
  },
  /** Says something to screen readers alone. @param {string} text */
  announce(text) {
    announcer.textContent = text;
  },
};

/** What the address says after `#`. */
const address = () => new URLSearchParams(location.hash.slice(1));

/** Takes the key out of the address, where it need not stay. */
function takeKey() {
  const words = address();
  const key = words.get('key');
  if (key) {
    store.write('key', key);
    words.delete('key');
    // A link without a key may have come before.
    history.replaceState(null, '', words.size ? `#${words}` : store.read('linked') || location.pathname);
    store.write('linked', '');
  }
  return key ?? store.read('key', '');
}

/** Hides what helps if the user wants that. */
const hideHelp = () => document.body.classList.toggle('alone', store.read('alone', false));

function applyLooks() {
  const looks = store.read('looks', 'auto');
  if (looks === 'auto') delete document.documentElement.dataset.looks;
  else document.documentElement.dataset.looks = looks;
}

/** Builds the frame. */
function build() {
  const log = h('ol.log', { tabindex: '0', 'aria-label': t('protocol') });
  const typed = h('input', { type: 'text', 'aria-label': t('typeLine'), placeholder: t('typeLine'), spellcheck: 'false', autocomplete: 'off' });
  const form = h('form.row', { onsubmit: (/** @type {Event} */ event) => {
    event.preventDefault();
    runTyped(typed.value.trim());
    typed.value = '';
  } }, typed, h('button', {}, t('send')));
  const drawer = h('details.protocol', {}, h('summary', {}, t('protocol')), log, form);
  nav.ariaLabel = t('gameList');
  side.ariaLabel = t('controls');
  document.body.replaceChildren(
    h('header', {}, button('skip', () => /** @type {HTMLElement|null} */ (document.querySelector('.board [tabindex="0"]'))?.focus(), 'button.skip'), h('h1', {}, 'ludion'), nav,
      h('div.row.tools', {},
        select(t('looks'), 'looks', [['auto', t('auto')], ['light', t('light')], ['dark', t('dark')]], store.read('looks', 'auto'),
          (value) => (store.write('looks', value), applyLooks())),
        select(t('language'), 'language', Object.entries(LANGUAGES), language(),
          (value) => (store.write('language', value), location.reload())),
        h('button.quiet', { onclick: about }, t('about')))),
    banner,
    h('main', {}, table, side),
    h('footer', {}, drawer),
    h('div', { id: 'messages', role: 'log', 'aria-live': 'assertive' }),
    announcer);
  app.link.addEventListener('line', (event) => {
    const { kind, text } = /** @type {CustomEvent} */ (event).detail;
    if (!text && kind === 'reply') return;
    const shown = text.length > 400 ? `${text.slice(0, 400)} …` : text;
    log.append(h(`li.${kind}`, {}, shown));
    while (log.children.length > LINES_KEPT) log.firstElementChild?.remove();
    if (drawer.open) log.scrollTop = log.scrollHeight;
  });
}

/** Runs a line that was typed, and shows what it did. @param {string} line */
async function runTyped(line) {
  const { session } = app;
  if (!line || !session) return;
  const [before, reply, game, position] = await session.request(['position', line, 'game', 'position'], 0);
  // The engine may have run the line all the same.
  if (!before) return (session.engine = null);
  // It is about what the line may have changed.
  session.tell(line, reply.ok ? reply.text || t('done') : reply.text, line, null);
  if (game.text !== session.name) return open(game.text);
  if (position.text === before.text) return session.after();
  // A move belongs to the record; whatever else has changed the position begins a new one.
  const [, color = '', move] = /^play +(?:(b|w|black|white) +)?(\S.*)$/i.exec(line) ?? [];
  if (!move) {
    session.editor?.close();
    return session.adopt(position.text, session.record.setup);
  }
  const letter = color[0]?.toLowerCase();
  const name = { b: 'black', w: 'white' }[letter ?? ''] ?? '';
  session.engine?.path.push(session.record.add(move, name));
  await session.refresh(true);
}

async function about() {
  const { text } = await app.link.send('version');
  await ask(t('about'), [h('p', {}, t('aboutText', text)), h('p', {}, t('licence')), h('p', {}, t('aboutKeys'))], t('close'));
}

/** Shows a game. @param {string} name @param {URLSearchParams} [words] what the address says */
async function open(name, words = new URLSearchParams()) {
  const own = (app.opening = {});
  for (const dialog of document.querySelectorAll('dialog')) dialog.close();
  app.session?.halt();
  const { default: game } = await import(`/games/${name}.js`).catch(() => ({}));
  // The server is away, or another game has been chosen since.
  if (!game || app.opening !== own) return;
  app.session?.halt();
  app.session?.keepNow(true);
  if (app.session instanceof Turn) app.session.review?.close();
  useWordsOf(name);
  hideHelp();
  const session = game.kind === 'puzzle' ? new Puzzle(app, name, game) : new Turn(app, name, game);
  app.session = session;
  session.tasks = new Tasks(session);
  session.lessons = new Lessons(session);
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(game.style ?? '');
  document.adoptedStyleSheets = [sheet];
  document.body.dataset.game = name;
  document.title = `${wordOf(name, 'title') ?? name} · ludion`;
  table.replaceChildren(session.board.box, game.zoom ? zoomable(session.board) : '');
  side.replaceChildren(session.panel);
  for (const link of /** @type {*} */ (nav.children)) {
    link.ariaCurrent = link.dataset.name === name ? 'page' : null;
    // `scrollIntoView` would move the start of the tab keys.
    if (link.ariaCurrent) nav.scrollLeft = link.offsetLeft - nav.clientWidth / 2;
  }
  store.write('game', name);
  const record = session.find(words);
  // What an address or the browser has kept may be damaged: null. Something newer may be on its way: false.
  if (record && (await session.take(record)) !== null) return;
  if (session instanceof Puzzle) await session.make(defaults(game));
  else await session.begin(setupOf(game), game.start(defaults(game)));
}

/** Shows what the address says. */
async function follow() {
  const words = address();
  const names = [.../** @type {*} */ (nav.children)].map((link) => link.dataset.name);
  const name = [words.get('game'), store.read('game'), names[0]].find((wanted) => names.includes(wanted ?? ''));
  await open(/** @type {string} */ (name), words);
}

/** The names of the games that the engine had at the last visit. @returns {string[]} */
function gamesKept() {
  return [].concat(store.read('games', []));
}

/** @param {string} text what the engine has answered */
function listGames(text) {
  nav.replaceChildren(...text.split('\n').map((line) => {
    const [name, ...summary] = line.split(' - ');
    store.write('games', [...gamesKept().filter((one) => one !== name), name]);
    return h('a', { href: `#game=${name}`, 'data-name': name, title: wordOf(name, 'summary') ?? summary.join(' - ') }, wordOf(name, 'title') ?? name);
  }));
}

/** Says what is wrong with the connection, or that all is well. @param {string} text */
function warn(text) {
  banner.textContent = text;
  banner.hidden = !text;
}

function watchLink() {
  let isFirst = true;
  let wasLost = false;
  app.link.addEventListener('open', async () => {
    // A wrong key closes the socket again at once.
    const reply = await app.link.send(isFirst ? 'list_games' : 'name');
    if (!reply.ok) return;
    warn('');
    app.link.send(`param language ${language()}`);
    if (isFirst) {
      isFirst = false;
      listGames(reply.text);
      await follow();
    } else {
      // A game chosen while the server was away has not begun; a script that did not come comes to a new page alone.
      if (app.session?.record.start && app.session.name === address().get('game')) await app.session.restore();
      else location.reload();
      if (wasLost) say(t('restored'));
    }
    wasLost = false;
  });
  app.link.addEventListener('close', (event) => {
    const code = /** @type {CustomEvent} */ (event).detail;
    wasLost = code !== CLOSED.idle;
    if (code === CLOSED.wrongKey) store.write('linked', location.hash);
    warn(t({ [CLOSED.wrongKey]: 'wrongKey', [CLOSED.tooMany]: 'tooMany', [CLOSED.idle]: 'idle' }[code] ?? 'lost'));
  });
  const wake = () => {
    app.link.connect();
    // What was said is about what was done before.
    document.querySelector('#messages')?.replaceChildren();
  };
  document.addEventListener('pointerdown', wake);
  document.addEventListener('keydown', wake);
}

/** Closes a menu. The keyboard stays there. @param {Element} menu */
function closeMenu(menu) {
  if (menu.contains(document.activeElement)) menu.querySelector('summary')?.focus();
  menu.removeAttribute('open');
}

function watchKeys() {
  document.addEventListener('keydown', (event) => {
    const { session } = app;
    const target = /** @type {Element} */ (event.target);
    if (!session || event.ctrlKey || event.metaKey || event.altKey || target.closest('input,select,textarea,dialog,.log')) return;
    const menu = document.querySelector('.menu[open]');
    if (event.key === 'Escape' && menu) return closeMenu(menu);
    if (session.editor) return void (event.key === 'Escape' && session.editor.cancel());
    const isOnBoard = Boolean(target.closest('.board'));
    const act = {
      ArrowLeft: () => !isOnBoard && session.back(), ArrowRight: () => !isOnBoard && session.forward(),
      PageUp: () => session.back(), PageDown: () => session.forward(),
      Home: () => session.first(), End: () => session.last(), u: () => ('takeBack' in session ? session.takeBack() : session.back()),
      '?': () => !document.body.classList.contains('alone') && session.reasons.ask(),
      h: () => 'hint' in session && !document.body.classList.contains('alone') && session.hint(), Escape: () => session.stop(),
    }[event.key.length > 1 ? event.key : event.key.toLowerCase()];
    if (act && act() !== false && event.key !== 'Escape') event.preventDefault();
  });
  window.addEventListener('hashchange', () => {
    if (takeKey() !== app.link.key) location.reload();
    else if (location.hash) follow();
  });
  document.addEventListener('visibilitychange', () => {
    const { session } = app;
    if (!(session instanceof Turn) || !session.isAnalysing) return;
    if (session.task?.isMove || session.task?.isQuestion) return;
    session.halt();
    if (!document.hidden) session.after();
  });
  document.addEventListener('click', (event) => {
    for (const menu of document.querySelectorAll('details.menu[open]')) {
      const isInside = menu.contains(/** @type {Node} */ (event.target));
      if (!isInside || /** @type {Element} */ (event.target).closest('.items')) closeMenu(menu);
    }
    // Before the item acts: a dialog gives the keyboard back to where it was.
  }, true);
  addEventListener('dragover', (event) => event.preventDefault());
  addEventListener('drop', (event) => {
    const file = event.dataTransfer?.files[0];
    if (!file) return;
    event.preventDefault();
    if (app.session) openFile(app.session, file);
  });
  window.addEventListener('pagehide', () => app.session?.keepNow());
  setInterval(() => app.session?.tick(), 500);
}

const key = takeKey();
applyLooks();
const wished = store.read('language') ?? navigator.language.slice(0, 2);
await loadWords(wished in LANGUAGES ? wished : 'en');
app.link = new Link(key);
// The module of the game comes while the socket opens.
const wanted = address().get('game') ?? store.read('game');
if (gamesKept().includes(wanted)) import(`/games/${wanted}.js`);
build();
watchLink();
watchKeys();
