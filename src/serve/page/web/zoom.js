/** @file Zoom and pan of a large drawing: by wheel, drag, two fingers, keys or buttons. */

import { h, signButton } from './dom.js';

const MOST = 8;

/** Makes the drawing of a board zoom. Returns its buttons. @param {import('./board.js').Board} board */
export function zoomable(board) {
  const { box } = board;
  let [scale, x, y] = [1, 0, 0];
  /** The fingers and buttons that are down. @type {Map<number, PointerEvent>} */
  const held = new Map();
  box.classList.add('zoom');

  const show = () => {
    const { width, height } = box.getBoundingClientRect();
    // The drawing always covers its place.
    const { clientWidth = 0, clientHeight = 0 } = board.svg ?? {};
    x = Math.min(0, Math.max(Math.min(0, width - clientWidth * scale), x));
    y = Math.min(0, Math.max(Math.min(0, height - clientHeight * scale), y));
    board.pans = scale > 1;
    if (board.svg) board.svg.style.transform = scale === 1 ? '' : `translate(${x}px, ${y}px) scale(${scale})`;
  };
  /** @param {number} factor @param {number} [atX] @param {number} [atY] */
  const zoom = (factor, atX, atY) => {
    const { left, top, width, height } = box.getBoundingClientRect();
    const [px, py] = [(atX ?? left + width / 2) - left, (atY ?? top + height / 2) - top];
    const next = Math.max(1, Math.min(MOST, scale * factor));
    x = px - ((px - x) * next) / scale;
    y = py - ((py - y) * next) / scale;
    scale = next;
    show();
  };
  const fit = () => ((scale = 1), show());

  box.addEventListener('wheel', (event) => {
    event.preventDefault();
    zoom(Math.exp(-event.deltaY / 400), event.clientX, event.clientY);
  }, { passive: false });
  box.addEventListener('pointerdown', (event) => held.set(event.pointerId, event));
  window.addEventListener('pointermove', (event) => {
    const old = held.get(event.pointerId);
    if (!old || !box.isConnected) return held.delete(event.pointerId);
    const other = [...held.values()].find((one) => one.pointerId !== event.pointerId);
    if (other) {
      const apart = (/** @type {PointerEvent} */ one) => Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
      zoom(apart(event) / Math.max(1, apart(old)), (event.clientX + other.clientX) / 2, (event.clientY + other.clientY) / 2);
    } else {
      x += event.clientX - old.clientX;
      y += event.clientY - old.clientY;
      show();
    }
    held.set(event.pointerId, event);
  });
  for (const name of ['pointerup', 'pointercancel']) window.addEventListener(name, (event) => held.delete(/** @type {PointerEvent} */ (event).pointerId));
  // The keyboard leads the drawing.
  const lead = (/** @type {Event} */ { target }) => {
    const [one, all] = [/** @type {Element} */ (target), box].map((element) => element.getBoundingClientRect());
    x += Math.min(0, all.right - one.right) + Math.max(0, all.left - one.left);
    y += Math.min(0, all.bottom - one.bottom) + Math.max(0, all.top - one.top);
    show();
  };
  box.addEventListener('focusin', lead);
  board.addEventListener('fresh', fit);
  const acts = /** @type {Object<string, () => void>} */ ({ '+': () => zoom(1.4), '-': () => zoom(1 / 1.4), 0: fit });
  box.addEventListener('keydown', (event) => acts[event.key] && (acts[event.key](), lead(event)));
  return h('div.zoomers', {}, signButton('+', 'zoomIn', acts['+']), signButton('-', 'zoomOut', acts['-']), signButton('⤢', 'fit', fit));
}
