/** @file Records in SGF with all their variations and comments, in the names of the engine. */

/** @typedef {import('./record.js').Node} Node */
/** @typedef {import('./record.js').Record} Record */
/** @typedef {{properties: Object<string, string[]>, children: SgfNode[]}} SgfNode */

const COLORS = /** @type {Object<string, string>} */ ({ B: 'black', W: 'white', AB: 'black', AW: 'white' });

/** Reads the first game of a text; null if there is none. @param {string} text @returns {SgfNode|null} */
function parse(text) {
  /** @type {SgfNode} */
  const top = { properties: {}, children: [] };
  const open = [];
  let at = top;
  for (const [word, name, values] of text.matchAll(/([A-Z]+)\s*((?:\[(?:\\[^]|[^\]\\])*\]\s*)+)|[();]/g)) {
    if (name) at.properties[name] = [...values.matchAll(/\[((?:\\[^]|[^\]\\])*)\]/g)].map(([, value]) => value.replace(/\\([^])/g, '$1'));
    else if (word === '(') open.push(at);
    else if (word === ')') {
      at = open.pop() ?? top;
      if (!open.length) break;
    } else {
      const node = { properties: {}, children: [] };
      at.children.push(node);
      at = node;
    }
  }
  return top.children[0] ?? null;
}

/** The moves of a node, with the player of each. @param {SgfNode} node @returns {string[][]} */
const movesOf = ({ properties }) => Object.keys(COLORS).flatMap((key) => (properties[key] ?? []).map((name) => [name, COLORS[key]]));

/** Adds the variations and the comments of a text to the record of its main line. @param {Record} record @param {string} text */
export function addVariations(record, text) {
  const root = parse(text);
  if (!root) return;
  const { node } = record;
  let first = record.root;
  movesOf(root).forEach(() => (first = first.children[0] ?? first));
  const grow = (/** @type {Node} */ place, /** @type {SgfNode} */ from) => {
    place.comment = from.properties.C?.[0];
    for (const child of from.children) {
      let next = place;
      for (const [name, color] of movesOf(child)) next = record.add(name, color, next);
      grow(next, child);
    }
  };
  grow(first, root);
  record.node = node;
}

/**
 * Writes a whole record. @param {Record} record @param {string} text what the engine writes of its game: the head of it is taken
 * @param {Object<string, string[]>} [own] properties that it may lack
 */
export function write(record, text, own) {
  const { AB, AW, AE, PL, RE, C, B, W, ...head } = { ...own, ...parse(text)?.properties };
  const value = (/** @type {string} */ one) => `[${one.replace(/[\]\\]/g, '\\$&')}]`;
  const comment = (/** @type {Node} */ { comment: words }) => (words ? `C${value(words)}` : '');
  const one = (/** @type {Node} */ node) => `;${node.color === 'white' ? 'W' : 'B'}${value(node.name)}${comment(node)}`;
  /** @type {(node: Node) => string} */
  const rest = ({ children }) => (children.length === 1 ? one(children[0]) + rest(children[0])
    : children.map((child) => `\n(${one(child)}${rest(child)})`).join(''));
  const properties = Object.entries(head).map(([name, values]) => name + values.map(value).join('')).join('');
  return `(;${properties}${comment(record.root)}\n${rest(record.root)})\n`;
}
