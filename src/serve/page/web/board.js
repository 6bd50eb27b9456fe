/** @file The board: the engine's drawing, changed by key, with pointing, keys and marks of the page on top. */

import { emit, h, svg, t } from './dom.js';

/** Pixels of the screen that a pointer moves before it drags. */
const DRAG = 14;
/** What ends a press. */
const ENDS = /** @type {const} */ (['pointerup', 'pointercancel']);
/** Least pixels of the screen for each unit of a drawing. */
const MIN_SCALE = 0.5;

/** Losses from which on a move is one grade worse: small, noticeable, large, decisive. */
const GRADES = [0.01, 0.04, 0.1, 0.25];

/** How bad a loss is, 0 to 4. @param {number} loss 0 to 1 */
export const gradeOf = (loss) => GRADES.filter((least) => loss >= least).length;

/** Puts a disc with words into a group. @param {Element} group @param {number} x @param {number} y @param {number} r @param {string} text */
export function disc(group, x, y, r, text) {
  group.append(svg('circle', { cx: x, cy: y, r }), svg('text', { x, y, 'font-size': r * (text.length > 4 ? 0.6 : text.length > 2 ? 0.75 : 0.95) }, text));
  return group;
}

/** What identifies a shape from one drawing to the next. @param {Element} element */
const keyOf = (element) => element.getAttribute('data-at') ?? element.getAttribute('data-piece');

/**
 * Makes `old` look like `fresh` and keeps what can be kept, so that changes move instead of jump.
 * @param {Element} old
 * @param {Element} fresh
 * @param {Map<string, Element>} [last] the shapes of the last drawing: those that are the same are left alone
 */
export function morph(old, fresh, last) {
  for (const { name } of [...old.attributes]) {
    if (!fresh.hasAttribute(name) && !KEPT.has(name)) old.removeAttribute(name);
  }
  for (const { name, value } of fresh.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  if (!fresh.childElementCount) {
    if (old.childElementCount || old.textContent !== fresh.textContent) old.textContent = fresh.textContent;
    return;
  }
  const keyed = new Map();
  for (const child of old.children) if (keyOf(child)) keyed.set(keyOf(child), child);
  let place = old.firstElementChild;
  for (const child of [...fresh.children]) {
    const key = keyOf(child);
    let match = key ? keyed.get(key) : place;
    while (!key && match && (keyOf(match) || match.tagName !== child.tagName)) match = match.nextElementSibling;
    if (match && match.tagName === child.tagName) {
      if (match !== place) old.insertBefore(match, place);
      if (!key || !last?.get(key)?.isEqualNode(child)) morph(match, child);
      place = match.nextElementSibling;
    } else {
      old.insertBefore(document.importNode(child, true), place);
    }
  }
  while (place) {
    const next = place.nextElementSibling;
    if (!place.classList.contains('marks')) place.remove();
    place = next;
  }
}

/** Attributes that the page sets. */
const KEPT = new Set(['style', 'tabindex', 'role', 'aria-label', 'aria-roledescription', 'class', 'data-loss', 'data-lit', 'data-trial']);

export class Board extends EventTarget {
  box = h('div.board', { role: 'group', 'aria-label': t('board') });
  /** @type {SVGSVGElement|null} */
  svg = null;
  /** The shapes of the last drawing by key, as the engine drew them. @type {Map<string, Element>} */
  last = new Map();
  /** Where the keyboard is. */
  focus = '';
  /** Ends the press that is on its way. */
  pressed = new AbortController();

  constructor() {
    super();
    /** @type {(name: string, shape: Element) => string} */
    this.label = (name) => name;
    this.box.addEventListener('pointerdown', (event) => this.press(event));
    // Browsers obey the touch-action of a drawing, not that of its shapes.
    this.box.addEventListener('touchstart', (event) => {
      const { touchAction } = getComputedStyle(/** @type {Element} */ (event.target));
      if (touchAction === 'pinch-zoom' && event.touches.length === 1) event.preventDefault();
    }, { passive: false });
    // The right button is a move of the other kind.
    this.box.addEventListener('contextmenu', (event) => nameAt(event.target) && event.preventDefault());
    this.box.addEventListener('pointerover', (event) => emit(this, 'hover', nameAt(event.target)));
    this.box.addEventListener('pointerleave', () => emit(this, 'hover', null));
    this.box.addEventListener('keydown', (event) => this.type(event));
    this.box.addEventListener('focusin', (event) => {
      const name = nameAt(event.target);
      if (name) this.setFocus(name, false);
    });
  }

  /** Shows a drawing of the engine. @param {string} text @returns {DOMStringMap} what it says about the position */
  show(text) {
    const held = this.box.contains(document.activeElement) ? this.place(this.focus) : null;
    const from = held && this.middle(held);
    // The drawing's own style is for a file by itself.
    const bare = text.replace(/<style>[^]*?<\/style>/, '').replace(/>\s+</g, '><');
    const fresh = new DOMParser().parseFromString(bare, 'image/svg+xml').documentElement;
    fresh.removeAttribute('width');
    fresh.removeAttribute('height');
    if (this.svg && this.svg.getAttribute('viewBox') === fresh.getAttribute('viewBox')) {
      morph(this.svg, fresh, this.last);
    } else {
      this.svg = /** @type {any} */ (document.importNode(fresh, true));
      this.box.replaceChildren(/** @type {any} */ (this.svg));
      emit(this, 'fresh');
      // On a narrow screen a large board scrolls: what is to be pointed at keeps the size of a finger.
      /** @type {any} */ (this.svg).style.minWidth = `${Math.round(/** @type {any} */ (this.svg).viewBox.baseVal.width * MIN_SCALE)}px`;
    }
    this.last = new Map();
    for (const child of fresh.children) if (keyOf(child)) this.last.set(keyOf(child) ?? '', child);
    this.describe();
    // The keyboard stays where it was, or near it when its place is gone. A shape that moved has lost it, too.
    if (from && held.isConnected) held.focus({ preventScroll: true });
    else if (from) {
      const distance = (/** @type {Element} */ shape) => Math.hypot(this.middle(shape).x - from.x, this.middle(shape).y - from.y);
      const [near] = [...this.places()].sort(([, one], [, other]) => distance(one) - distance(other));
      if (near) this.setFocus(near[0], true);
    }
    return /** @type {SVGSVGElement} */ (this.svg).dataset;
  }

  /** Gives each place its words for screen readers, and one of them the keyboard. */
  describe() {
    const places = this.places();
    for (const [name, shape] of places) {
      const label = this.label(name, shape);
      if (shape.getAttribute('aria-label') !== label) shape.setAttribute('aria-label', label);
      if (!shape.hasAttribute('role')) {
        shape.setAttribute('role', 'button');
        shape.setAttribute('tabindex', '-1');
      }
    }
    if (!places.has(this.focus)) this.focus = places.keys().next().value ?? '';
    this.setFocus(this.focus, false);
  }

  /** Returns the shapes that can be pointed at, by name. @returns {Map<string, SVGGElement>} */
  places() {
    const shapes = /** @type {NodeListOf<SVGGElement>} */ (this.box.querySelectorAll('[data-at]'));
    return new Map([...shapes].map((shape) => [shape.dataset.at ?? '', shape]));
  }

  /** @param {string} name @returns {SVGGElement|null} */
  place(name) {
    return this.box.querySelector(`[data-at="${CSS.escape(name)}"]`);
  }

  /** Adds a place for the editor where the drawing has none, below all shapes but the first. @param {string} name @param {number} x @param {number} y @param {number} width @param {number} height */
  addPlace(name, x, y, width, height) {
    if (this.place(name)) return;
    const group = svg('g', { 'data-at': name });
    group.append(svg('rect', { class: 'water', x, y, width, height }));
    this.svg?.firstElementChild?.after(group);
  }

  /** The middle of a shape, in units of the drawing. @param {Element} shape */
  middle(shape) {
    const { x, y, width, height } = /** @type {SVGGElement} */ (shape).getBBox();
    const isThin = Math.min(width, height) < 2;
    return { x: x + width / 2, y: y + height / 2, size: isThin ? Math.max(width, height) * 0.6 : Math.min(width, height) };
  }

  /** @param {string} name @param {boolean} moves whether the keyboard goes there now */
  setFocus(name, moves) {
    const old = this.place(this.focus);
    old?.setAttribute('tabindex', '-1');
    const shape = this.place(name);
    if (!shape) return;
    this.focus = name;
    shape.setAttribute('tabindex', '0');
    if (moves) shape.focus();
  }

  /** @param {PointerEvent} event */
  press(event) {
    const name = nameAt(event.target);
    const piece = /** @type {Element} */ (event.target).closest('[data-piece]')?.getAttribute('data-piece') ?? null;
    // Two fingers zoom.
    if (event.pointerType === 'touch' && !event.isPrimary) return this.pressed.abort();
    if (event.button === 1 || event.button > 0 && !name) return;
    const [x, y] = [event.clientX, event.clientY];
    const alternate = event.button === 2 || event.shiftKey;
    const pressed = (this.pressed = new AbortController());
    const release = (/** @type {PointerEvent} */ up) => {
      if (up.pointerId !== event.pointerId) return;
      pressed.abort();
      if (up.type === 'pointercancel') return;
      const [dx, dy] = [up.clientX - x, up.clientY - y];
      const target = nameAt(document.elementFromPoint(up.clientX, up.clientY));
      if (Math.hypot(dx, dy) > DRAG) {
        emit(this, 'drag', { from: name, to: target, piece, dx, dy });
        if (!this.drags && !this.pans && name && name === target) this.point(name, alternate, piece, up);
      } else if (name || piece) this.point(name ?? '', alternate, piece, up);
    };
    for (const kind of ENDS) window.addEventListener(kind, release, pressed);
  }

  /** The part of a place that its first mark belongs to, or a later one. @type {(shape: Element, nth?: number) => Element} */
  spot = (shape) => shape;

  /** Whether a game has a meaning for drags. */
  drags = false;

  /** Whether a drag moves the drawing. */
  pans = false;

  /** @param {string} name @param {boolean} [alternate] @param {string|null} [piece] @param {PointerEvent} [event] */
  point(name, alternate = false, piece = null, event) {
    emit(this, 'point', { name, alternate, piece, x: event?.clientX, y: event?.clientY });
  }

  /** @param {KeyboardEvent} event */
  type(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const name = nameAt(event.target);
    const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    const wish = new CustomEvent('key', { detail: { key: event.key, name, step, shift: event.shiftKey }, cancelable: true });
    if (!this.dispatchEvent(wish)) {
      event.preventDefault();
      return;
    }
    if (step && name) {
      event.preventDefault();
      event.stopPropagation();
      const next = this.nearest(name, step[0], step[1]);
      if (next) this.setFocus(next, true);
    } else if ((event.key === 'Enter' || event.key === ' ') && name) {
      event.preventDefault();
      this.point(name, event.shiftKey);
    }
  }

  /** The nearest place in a direction. @param {string} name @param {number} dx @param {number} dy */
  nearest(name, dx, dy) {
    const places = this.places();
    const from = this.middle(/** @type {Element} */ (places.get(name)));
    let [best, least] = ['', Infinity];
    for (const [other, shape] of places) {
      const to = this.middle(shape);
      const along = (to.x - from.x) * dx + (to.y - from.y) * dy;
      const aside = Math.abs((to.x - from.x) * dy) + Math.abs((to.y - from.y) * dx);
      if (along <= 0.5 || aside > along * 2) continue;
      const cost = along + 2 * aside;
      if (cost < least) [best, least] = [other, cost];
    }
    return best;
  }

  /**
   * Gives places their values of an attribute, and takes it from all others.
   * @param {string} key
   * @param {Iterable<[string, *]>} values
   */
  tag(key, values) {
    for (const shape of this.box.querySelectorAll(`[${key}]`)) shape.removeAttribute(key);
    for (const [name, value] of values) if (value) this.place(name)?.setAttribute(key, value);
  }

  /** Lights places up, and no others. @param {Iterable<string>} names @param {string} [how] */
  light(names, how = 'yes') {
    this.tag('data-lit', Array.from(names, (name) => [name, how]));
  }

  /** Shows what a move at the place that is pointed at would take. @param {string[]} names */
  preview(names) {
    this.tag('data-near', names.map((name) => [name, 1]));
  }

  /** Crosses places out by pencil, and no others. @param {Iterable<string>} names */
  note(names) {
    this.svg?.querySelector('g.notes')?.remove();
    const layer = svg('g', { class: 'marks notes' });
    for (const name of names) {
      const shape = this.place(name);
      if (!shape) continue;
      const { x, y } = this.middle(shape);
      layer.append(svg('path', { d: `M${x - 5} ${y - 5}l10 10m0 -10l-10 10` }));
    }
    if (layer.childElementCount) this.svg?.append(layer);
  }

  /**
   * Draws marks over places: a disc with words, coloured by loss.
   * @param {Array<{name: string, text: string, loss?: number, ghost?: string, nth?: number}>} marks
   */
  mark(marks) {
    if (!this.svg) return;
    this.svg.querySelector('g.marks:not(.notes,.why)')?.remove();
    if (!marks.length) return;
    const layer = svg('g', { class: 'marks' });
    for (const { name, text, loss, ghost, nth = 0 } of marks) {
      const shape = this.place(name);
      if (!shape) continue;
      const { x, y, size } = this.middle(this.spot(shape, nth));
      const radius = Math.max(7, Math.min(size * 0.36, 17));
      const group = svg('g', { class: ghost ? `ghost ${ghost}` : 'candidate', 'data-loss': loss == null ? null : gradeOf(loss) });
      layer.append(disc(group, x, y, radius, text));
    }
    this.svg.append(layer);
  }
}

/** The place that an element belongs to. @param {*} target @returns {string|null} */
function nameAt(target) {
  return target instanceof Element ? target.closest('[data-at]')?.getAttribute('data-at') ?? null : null;
}
