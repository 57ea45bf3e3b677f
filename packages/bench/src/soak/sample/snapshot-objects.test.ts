import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { objectBytesOf } from './snapshot-objects.ts';

const NAMES = 20_000;
const BYTES_OF_ONE_MIN = 40;
/** A small program, for a snapshot takes as long as the heap is large. */
const PROGRAM = `
  const { writeHeapSnapshot } = require('node:v8');
  writeHeapSnapshot('before');
  globalThis.names = new Map();
  for (let at = 0; at < ${NAMES}; at += 1) names.set('a name of its own: ' + at, { at });
  writeHeapSnapshot('after');`;

it('counts objects and strings that a program holds', () => {
  const cwd = mkdtempSync(join(tmpdir(), 'objects-'));
  execFileSync(process.execPath, ['-e', PROGRAM], { cwd, stdio: 'ignore' });
  const [before, after] = ['before', 'after'].map((name) =>
    objectBytesOf(JSON.parse(readFileSync(join(cwd, name), 'utf8')) as never),
  );
  rmSync(cwd, { recursive: true });

  expect(after! - before!).toBeGreaterThan(NAMES * BYTES_OF_ONE_MIN);
});

it('does not count what V8 keeps about the program', () => {
  const node_fields = ['type', 'name', 'id', 'self_size', 'edge_count'];
  const node_types = [['hidden', 'array', 'string', 'object', 'code', 'object shape', 'synthetic']] as const;
  const nodes = [0, 1, 2, 3, 4, 5, 6].flatMap((type) => [type, 0, type, 10 ** type, 0]);

  expect(objectBytesOf({ snapshot: { meta: { node_fields, node_types } }, nodes })).toBe(10 + 100 + 1_000);
});
