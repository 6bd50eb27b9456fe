/** @file The scripts as they are served: without their comments and layout and with `let` for `const`, else as they were written. */

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { serve, skip } from './server.js';

const root = join(import.meta.dirname, '../..');
const { default: typescript } = await import('typescript').catch(() => ({ default: null }));

/** The syntax tree of a script, each node with its text, operator and kind of declaration: `let` and `const` are one. @param {string} script */
function treeOf(script) {
  /** @type {*[]} */
  const all = [];
  const visit = (/** @type {*} */ node) => {
    all.push(typescript?.SyntaxKind[node.kind], node.text ?? '', node.operator ?? '', node.flags & 3 ? 1 : node.flags & 7);
    typescript?.forEachChild(node, visit);
  };
  typescript?.createSourceFile('script.js', script, typescript.ScriptTarget.ESNext).statements.forEach(visit);
  return all;
}

test('the scripts that are served parse, and differ from the sources by comments, layout and `let` alone', { skip: skip || (!typescript && 'no TypeScript: npm ci') }, async () => {
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
