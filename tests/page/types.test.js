/** @file The types that the comments of the page's modules declare. */

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';

test('tsc --checkJs finds nothing', () => {
  const { status, stdout } = spawnSync('npx', ['--no-install', 'tsc', '-p', '.'], { cwd: import.meta.dirname, encoding: 'utf8' });
  assert.equal(status, 0, stdout);
});
