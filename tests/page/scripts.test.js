/** @file The scripts as they are served: without comments and layout, with shorter words and joined declarations, else as they were written. */

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { serve, skip } from './server.js';

const root = join(import.meta.dirname, '../..');
const { default: typescript } = await import('typescript').catch(() => ({ default: null }));

/**
 * The syntax tree of a script, each node with its text and operator. Declarations have no statement, names no parentheses, `let` and `const` are one, and `!0` is `true`.
 * @param {string} script
 */
function treeOf(script) {
  /** @type {*[]} */
  const all = [];
  const kinds = /** @type {*} */ (typescript?.SyntaxKind);
  /** @type {(node: *) => boolean} */
  const isName = (node) => (node.kind === kinds.ParenthesizedExpression ? isName(node.expression)
    : [kinds.Identifier, kinds.PropertyAccessExpression, kinds.ThisKeyword, kinds.NullKeyword].includes(node.kind));
  const visit = (/** @type {*} */ node) => {
    const isTruth = node.operator === kinds.ExclamationToken && node.operand.kind === kinds.NumericLiteral;
    if (isTruth) return void all.push(kinds[Number(node.operand.text) ? kinds.FalseKeyword : kinds.TrueKeyword], '', '');
    const isLayout = [kinds.VariableStatement, kinds.VariableDeclarationList].includes(node.kind) || node.kind === kinds.ParenthesizedExpression && isName(node.expression);
    if (!isLayout) all.push(kinds[node.kind], node.text ?? '', node.operator ?? '');
    typescript?.forEachChild(node, visit);
  };
  typescript?.createSourceFile('script.js', script, typescript.ScriptTarget.ESNext).statements.forEach(visit);
  return all;
}

test('the scripts that are served parse, and differ from the sources by comments, layout, declarations, truths and parentheses of names alone', { skip: skip || (!typescript && 'no TypeScript: npm ci') }, async () => {
  const server = await serve();
  const scripts = readdirSync(join(root, 'src/serve/page/web')).filter((name) => name.endsWith('.js'));
  const core = scripts.map((name) => [`src/serve/page/web/${name}`, `/${name}`]);
  const folders = readdirSync(join(root, 'src/games'), { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const games = folders.map(({ name }) => [`src/games/${name}/page.js`, `/games/${name}.js`]);
  assert.ok(core.length > 10 && games.length >= 10);
  for (const [path, address] of [...core, ...games]) {
    const reply = await fetch(new URL(address, server.address));
    const script = await reply.text();
    assert.equal(reply.status, 200, address);
    const { status, stderr } = spawnSync('node', ['--input-type=module', '--check', '-'], { input: script, encoding: 'utf8' });
    assert.equal(status, 0, `${address}: ${stderr}`);
    const source = readFileSync(join(root, path), 'utf8');
    assert.deepEqual(treeOf(script), treeOf(source), address);
    assert.doesNotMatch(script, /^ *\/\*\*/m, address);
  }
  await server.end();
});
