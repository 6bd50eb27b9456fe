/** @file Elements, words, and what is kept between visits. */

/**
 * Creates an element. Attributes that begin with `on` are listeners; `false`, `null` and `undefined` leave an attribute out.
 * @param {string} tag name and classes: `button.quiet`
 * @param {Object<string, *>} [attributes]
 * @param {...(Node|string|null|undefined|false)} children
 * @returns {HTMLElement & Object<string, *>}
 */
export function h(tag, attributes = {}, ...children) {
  const [name, ...classes] = tag.split('.');
  const element = document.createElement(name);
  if (classes.length) element.className = classes.join(' ');
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith('on')) element.addEventListener(key.slice(2), value);
    else if (value !== false && value != null) element.setAttribute(key, value === true ? '' : value);
  }
  element.append(...children.filter((child) => child != null && child !== false));
  return /** @type {any} */ (element);
}

/** Replaces what is in a box. The keyboard goes to the control that comes in the place of the one it was at. @param {Element} box @param {...(Node|string)} children */
export function refill(box, ...children) {
  const controls = () => /** @type {HTMLElement[]} */ ([...box.querySelectorAll('button, select')]);
  const at = controls().findIndex((control) => control === document.activeElement);
  box.replaceChildren(...children);
  if (at >= 0) (controls()[at] ?? controls().at(-1))?.focus();
}

/**
 * Creates an element of a drawing. Numbers are rounded to tenths; an attribute of `null` is left out.
 * @param {string} tag
 * @param {Object<string, *>} attributes
 * @param {string} [text]
 */
export function svg(tag, attributes, text = '') {
  const element = document.createElementNS('http://www.w3.org/2000/svg', tag);
  for (const [key, value] of Object.entries(attributes)) {
    if (value != null) element.setAttribute(key, typeof value === 'number' ? String(Math.round(value * 10) / 10) : value);
  }
  element.textContent = text;
  return element;
}

/** Puts a text into an element. Screen readers read again what is written again. @param {HTMLElement} element @param {string} text */
export function put(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** Tells who listens to it. @param {EventTarget} target @param {string} name @param {*} [detail] */
export const emit = (target, name, detail) => target.dispatchEvent(new CustomEvent(name, { detail }));

/** Creates a button with the words of a key. @param {string} key @param {() => *} act @param {string} [tag] */
export const button = (key, act, tag = 'button') => h(tag, { onclick: act }, t(key));

/** Creates a button with a sign, which the words of a key explain. @param {string} sign @param {string} key @param {() => *} act @param {string} [tag] */
export const signButton = (sign, key, act, tag = 'button') => h(tag, { onclick: act, 'aria-label': t(key), title: t(key) }, sign);

/** The words of the page in the current language. @type {Object<string, *>} */
let words = {};
/** The words of each game. @type {Object<string, Object<string, *>>} */
let wordsOfGames = {};
/** The game whose words come first. */
let current = '';

/** The language of the page. */
export const language = () => document.documentElement.lang;

/** Puts the spaces of French punctuation, which keep it in the line of its word. @param {string} text @param {string} [code] of the language */
export const glue = (text, code = language()) =>
  (code === 'fr' ? text.replace(/[ \u00a0]?([:;](?!\S))| ([?!%»](?![^\s,.)]))/g, (_, one, other) => `\u00a0${one ?? other}`).replace(/« /g, '«\u00a0') : text);

/** Loads the words of a language. @param {string} wanted */
export async function loadWords(wanted) {
  const load = async (/** @type {string} */ path) => JSON.parse(await (await fetch(path)).text(), (_, value) => (typeof value === 'string' ? glue(value, wanted) : value));
  [words, wordsOfGames] = await Promise.all([load(`/words/${wanted}.json`), load(`/words/games.${wanted}.json`)]);
  document.documentElement.lang = wanted;
}

/** Puts the words of a game before those of the page. @param {string} name */
export function useWordsOf(name) {
  current = name;
}

/** Returns a word of any game if it has it. @param {string} name @param {string} key @returns {string|undefined} */
export function wordOf(name, key) {
  return wordsOfGames[name]?.[key];
}

/**
 * Returns the text of a key, with `{0}`, `{1}` replaced; the key itself where the language has none.
 * @param {string} key such as `newGame` or `fields.size`
 * @param {...*} values
 */
export function t(key, ...values) {
  const text = has(key) ?? key.split('.').at(-1);
  return String(text).replace(/\{(\d)\}/g, (_, number) => String(values[number] ?? ''));
}

/** Returns the text of a key if the game or the page has it in the language. @param {string} key @returns {string|undefined} */
export function has(key) {
  const find = (/** @type {*} */ level) => key.split('.').reduce((inner, part) => inner?.[part], level);
  return find(wordsOfGames[current]) ?? find(words);
}

/** @typedef {'localStorage'|'sessionStorage'} Storage the browser's or that of the tab alone */

/** @param {Storage} storage @param {string} key */
function readFrom(storage, key) {
  try {
    return JSON.parse(window[storage].getItem(`ludion.${key}`) ?? 'null');
  } catch {
    return null;
  }
}

/** @param {Storage} storage @param {string} key @param {*} value */
function writeTo(storage, key, value) {
  try {
    window[storage].setItem(`ludion.${key}`, JSON.stringify(value));
  } catch {
    // Full, or forbidden.
  }
}

/** What the browser keeps; a browser that keeps nothing is fine too. What is read may be damaged. */
export const store = {
  /** @param {string} key @param {*} [fallback] */
  read: (key, fallback = null) => readFrom('localStorage', key) ?? fallback,
  /** @param {string} key @param {*} value */
  write: (key, value) => writeTo('localStorage', key, value),
  /** Returns what this tab has kept, then what any tab has. @param {string} key @returns {any[]} */
  readBoth: (key) => [readFrom('sessionStorage', key), readFrom('localStorage', key)],
  /** Keeps a value for a reload of this tab, and for the next visit. @param {string} key @param {*} value */
  writeBoth(key, value) {
    writeTo('localStorage', key, value);
    writeTo('sessionStorage', key, value);
  },
};

/** Returns the words for a move that is no place: resigning, a swap. @param {string} name */
export const moveName = (name) => has(`moveNames.${name}`) ?? name;

/** Shows a short message for some seconds; screen readers read it. @param {string} text @param {'note'|'error'} [kind] */
export function say(text, kind = 'note') {
  const place = document.querySelector('#messages');
  if (!place || !text) return;
  for (const old of place.children) if (old.textContent === text) old.remove();
  const message = h(`p.message.${kind}`, {}, text);
  place.append(message);
  while (place.children.length > 3) place.firstElementChild?.remove();
  setTimeout(() => message.remove(), kind === 'error' ? 7000 : 4500);
}

/** Scrolls to an element if it is not seen. @param {Element} element */
export const reveal = (element) => element.scrollIntoView({ block: 'nearest' });

/** Offers a text as a file to keep. @param {string} name @param {string} text */
export function download(name, text) {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  h('a', { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

/** The text of a file, as it is or in gzip; null if it is damaged. @param {File} file @returns {Promise<string|null>} */
export function readText(file) {
  if (!file.name.endsWith('.gz')) return file.text();
  return new Response(file.stream().pipeThrough(new DecompressionStream('gzip'))).text().catch(() => null);
}

/** Lets the user choose a file. @returns {Promise<File|null>} */
export function chooseFile() {
  return new Promise((resolve) => {
    const input = h('input', { type: 'file', hidden: true });
    for (const end of ['change', 'cancel']) input.addEventListener(end, () => (input.remove(), resolve(input.files?.[0] ?? null)));
    document.body.append(input);
    input.click();
  });
}

/**
 * Opens a dialog with a form and waits for its end.
 * @param {string} title
 * @param {Node[]} content
 * @param {string} action the text of the button that confirms
 * @returns {Promise<FormData|null>} null if it was cancelled
 */
export function ask(title, content, action) {
  return new Promise((resolve) => {
    const form = h('form', { method: 'dialog' },
      h('h2', { id: 'dialog-title' }, title), ...content,
      h('div.row.end', {},
        action !== t('close') && h('button', { type: 'button', onclick: () => dialog.close() }, t('cancel')),
        h('button.primary', { value: 'ok' }, action)));
    const dialog = h('dialog', { 'aria-labelledby': 'dialog-title' }, form);
    let data = /** @type {FormData|null} */ (null);
    form.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter' || !(event.target instanceof HTMLSelectElement)) return;
      event.preventDefault();
      form.requestSubmit();
    });
    form.addEventListener('submit', () => (data = new FormData(/** @type {any} */ (form))));
    dialog.addEventListener('close', () => (dialog.remove(), resolve(data)));
    document.body.append(dialog);
    dialog.showModal();
  });
}

/** Seconds as minutes and seconds: `3:05`. @param {number} seconds */
export const clockText = (seconds) => `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`;

/** Labels a control. @param {string} label @param {Node} control */
export const field = (label, control) => h('label.field', {}, h('span', {}, label), control);

/**
 * Creates a labelled choice.
 * @param {string} label
 * @param {string} name
 * @param {Array<[string, string]>} options values with their texts
 * @param {string} value
 * @param {(value: string) => void} [onChange]
 */
export function select(label, name, options, value, onChange) {
  const list = h('select', { name, onchange: () => onChange?.(list.value) },
    ...options.map(([key, text]) => h('option', { value: key, selected: key === value }, text)));
  return field(label, list);
}
