/**
 * @file `<ludion-board>`: the board of a game as the engine draws it, and the moves of a record step by step. It needs no server;
 * README.md, "Boards in pages of your own", tells how a page gets its drawings.
 *
 * Attributes: `game`, `position` (at the start), `moves` (`play b c3;play w b2`), `at` (moves that are shown; all if it is missing),
 * `caption`. The drawings are a child, `<script type="application/json">`, or the property `record`.
 *
 * @typedef {number[]} Splice `[at, removed, ...lines]`: a place in a drawing, how many lines go, those that come
 * @typedef {object} BoardRecord
 * @property {string[]} [lines] the tags that open drawings, and their shapes, each once
 * @property {number[]} [drawing] the first drawing: the numbers of its lines
 * @property {Splice[][]} [steps] what each move changes in the drawing before it, the last place first
 * @property {string[]} [moves] the moves, in place of the attribute
 * @property {string[]} [notes] what is said after each move
 * @property {string} [style] the style of the shapes
 */
{
  const WORDS = {
    en: { start: 'start', first: 'First position', back: 'Back', forward: 'Forward', last: 'Last position', place: 'Move', resign: 'resign', swap: 'swap' },
    fr: { start: 'début', first: 'Première position', back: 'Précédent', forward: 'Suivant', last: 'Dernière position', place: 'Coup', resign: 'abandon', swap: 'échange' },
  };

  /** The players in both languages. @type {Object<string, string>} */
  const SIDES = {
    hex: 'black,red,noir,rouge', connect4: 'red,yellow,rouge,jaune', tictactoe: 'cross,nought,croix,rond', graph: 'player 1,player 2,joueur 1,joueur 2',
  };
  SIDES.nim = SIDES.chomp = '1st player,2nd player,1er joueur,2e joueur';

  const STYLE = `
:host { display: block; max-width: 44rem; padding: .75rem; border-radius: 10px; font: 16px/1.45 system-ui, sans-serif;
  color: var(--ink, #22302f); background: var(--card, #fffdf8); border: 1px solid var(--line, #d9d3c6); box-sizing: border-box; }
:host([hidden]) { display: none; }
figure { margin: 0; display: grid; gap: .5rem; }
.board { overflow: auto; border-radius: 6px; }
svg { display: block; max-width: 100%; height: auto; max-height: var(--board-height, 75vh); margin: auto; }
svg text { text-anchor: middle; dominant-baseline: central; font-family: inherit; }
.hit { fill: none; stroke: none; }
.bar { display: flex; flex-wrap: wrap; gap: .35rem; align-items: center; }
button { font: inherit; color: inherit; background: none; border: 1px solid var(--line, #d9d3c6); border-radius: 8px; min-width: 2.4rem; min-height: 2.4rem; cursor: pointer; }
button[aria-disabled=true] { opacity: .5; cursor: default; }
input { flex: 1 1 6rem; min-width: 4rem; min-height: 2.4rem; accent-color: var(--accent, #1f5f6b); }
output { flex: 1 1 100%; min-height: 1.45em; overflow-wrap: anywhere; }
figcaption:empty, .bar[hidden], .board:empty { display: none; }
:focus-visible { outline: 3px solid var(--focus, #c05a00); outline-offset: 2px; }`;

  const sheet = new CSSStyleSheet();
  sheet.replaceSync(STYLE);

  /** @param {string} tag @param {Object<string, string>} attributes @param {...Node} children */
  const create = (tag, attributes, ...children) => {
    const element = document.createElement(tag);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    element.append(...children);
    return element;
  };

  /** The drawing after a move. @param {number[]} drawing @param {Splice[]} splices */
  const change = (drawing, splices) => {
    const next = [...drawing];
    for (const [at, removed, ...lines] of splices) next.splice(at, removed, ...lines);
    return next;
  };

  class LudionBoard extends HTMLElement {
    static observedAttributes = ['at', 'caption', 'game'];

    constructor() {
      super();
      /** @type {BoardRecord} */
      this.data = {};
      /** @type {string[]} */
      this.texts = [];
      /** The drawings so far, that of the start first. @type {number[][]} */
      this.drawings = [];
      /** The style of the shapes. */
      this.looks = new CSSStyleSheet();
      this.says = WORDS.en;
      this.picture = create('div', { class: 'board', part: 'board', role: 'img', tabindex: '0' });
      this.slider = /** @type {HTMLInputElement} */ (create('input', { type: 'range', min: '0', part: 'slider' }));
      this.said = create('output', { part: 'move' });
      this.words = create('figcaption', { part: 'caption' });
      this.bar = create('div', { class: 'bar', part: 'controls' });
      this.attachShadow({ mode: 'open' }).append(create('figure', {}, this.picture, this.bar, this.words));
      this.shadowRoot?.adoptedStyleSheets.push(sheet, this.looks);
    }

    connectedCallback() {
      const language = this.closest('[lang]')?.getAttribute('lang')?.slice(0, 2);
      this.says = language === 'fr' ? WORDS.fr : WORDS.en;
      this.slider.setAttribute('aria-label', this.says.place);
      const button = (/** @type {'first'|'back'|'forward'|'last'} */ key, /** @type {string} */ sign, /** @type {() => number} */ to) => {
        const made = create('button', { type: 'button', 'aria-label': this.says[key], title: this.says[key] }, document.createTextNode(sign));
        made.onclick = () => this.go(to());
        return made;
      };
      this.bar.replaceChildren(
        button('first', '«', () => 0), button('back', '‹', () => this.at - 1), this.slider,
        button('forward', '›', () => this.at + 1), button('last', '»', () => this.length), this.said);
      this.slider.oninput = () => this.go(this.slider.valueAsNumber);
      this.onkeydown = (event) => {
        const to = { ArrowLeft: this.at - 1, ArrowRight: this.at + 1, Home: 0, End: this.length }[event.key];
        if (to == null || event.ctrlKey || event.metaKey || event.altKey || event.composedPath()[0] === this.slider) return;
        event.preventDefault();
        this.go(to);
      };
      if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', () => this.read(), { once: true });
      else this.read();
    }

    attributeChangedCallback() {
      this.show();
    }

    /** Reads the drawings, where no record has been set. */
    read() {
      const child = this.querySelector('script[type="application/json"]');
      if (child && !this.drawings.length) this.record = JSON.parse(child.textContent ?? '{}');
      else this.show();
    }

    /** What is shown. @returns {BoardRecord} */
    get record() {
      return this.data;
    }

    set record(data) {
      this.data = data;
      this.drawings = data.drawing ? [data.drawing] : [];
      this.looks.replaceSync(data.style ?? '');
      const moves = data.moves ?? (this.getAttribute('moves') ?? '').split(';');
      this.texts = moves.map((/** @type {string} */ move) => move.trim().replace(/^play /, '')).filter(Boolean);
      this.show();
    }

    /** How many moves there are. */
    get length() {
      return Math.max(this.data.steps?.length ?? 0, this.texts.length);
    }

    /** How many moves are shown. */
    get at() {
      const at = Number(this.getAttribute('at') ?? Infinity);
      return Math.max(0, Math.min(this.length, Number.isNaN(at) ? Infinity : Math.trunc(at)));
    }

    /** Shows the position after some moves. @param {number} at */
    go(at) {
      const before = this.at;
      // At the last position it follows what is added.
      if (at >= this.length) this.removeAttribute('at');
      else this.setAttribute('at', String(Math.max(0, at)));
      if (this.at !== before) this.dispatchEvent(new CustomEvent('step', { detail: this.at }));
    }

    /** The name of a player, `b` or `w`. @param {string} color */
    side(color) {
      return (SIDES[this.getAttribute('game') ?? ''] ?? 'black,white,noir,blanc').split(',')[(this.says === WORDS.fr ? 2 : 0) + (color === 'w' ? 1 : 0)];
    }

    /** What is said of a move, 0 of the start. @param {number} number */
    say(number) {
      const text = this.texts[number - 1] ?? '';
      const [, color, , name] = /^([bw])(lack|hite)? (.*)$/.exec(text) ?? [];
      const move = color ? `${this.side(color)} ${name.replace(/^swap-\w+/, this.says.swap).replace('resign', this.says.resign)}` : text;
      return number ? `${number}/${this.length} ${move} ${this.data.notes?.[number - 1] ?? ''}`.trim() : this.says.start;
    }

    show() {
      if (!this.bar.firstChild) return;
      const { at, length, drawings, data: { lines = [], steps = [] } } = this;
      while (drawings.length && drawings.length <= Math.min(at, steps.length)) drawings.push(change(drawings[drawings.length - 1], steps[drawings.length - 1]));
      const drawing = drawings[Math.min(at, drawings.length - 1)];
      const drawn = drawing && new DOMParser().parseFromString(`${drawing.map((line) => lines[line]).join('')}</svg>`, 'image/svg+xml').documentElement;
      drawn?.setAttribute('aria-hidden', 'true');
      this.picture.replaceChildren(...drawn ? [document.importNode(drawn, true)] : []);
      // What a program shows is not read out.
      this.said.setAttribute('aria-live', this.matches(':focus-within') ? 'polite' : 'off');
      this.said.textContent = this.say(at);
      this.words.textContent = this.getAttribute('caption');
      this.picture.setAttribute('aria-label', [this.getAttribute('game'), this.getAttribute('caption'), this.say(at)].filter(Boolean).join(', '));
      this.bar.hidden = !length;
      this.slider.max = String(length);
      this.slider.value = String(at);
      this.slider.setAttribute('aria-valuetext', this.say(at));
      const [first, back, forward, last] = this.bar.querySelectorAll('button');
      for (const button of [first, back]) button.setAttribute('aria-disabled', String(at === 0));
      for (const button of [forward, last]) button.setAttribute('aria-disabled', String(at === length));
    }
  }

  if (!customElements.get('ludion-board')) customElements.define('ludion-board', LudionBoard);
}
