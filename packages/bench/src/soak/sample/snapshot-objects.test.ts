import { readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeHeapSnapshot } from 'node:v8';
import { expect, it } from 'vitest';
import { objectBytesOf } from './snapshot-objects.ts';

const NAMES = 20_000;
const BYTES_OF_ONE_MIN = 40;

/** Of this very process. */
function objectBytes(): number {
  const file = writeHeapSnapshot(join(tmpdir(), `objects-${process.pid}.heapsnapshot`));
  const bytes = objectBytesOf(JSON.parse(readFileSync(file, 'utf8')) as never);
  rmSync(file);
  return bytes;
}

it('counts objects and strings that a program holds', () => {
  const held = new Map<string, { at: number }>();
  const before = objectBytes();
  for (let at = 0; at < NAMES; at += 1) held.set(`a name of its own: ${at}`, { at });

  expect(objectBytes() - before).toBeGreaterThan(NAMES * BYTES_OF_ONE_MIN);
  expect(held.size).toBe(NAMES);
});

it('does not count what V8 keeps about the program', () => {
  const node_fields = ['type', 'name', 'id', 'self_size', 'edge_count'];
  const node_types = [['hidden', 'array', 'string', 'object', 'code', 'object shape', 'synthetic']] as const;
  const nodes = [0, 1, 2, 3, 4, 5, 6].flatMap((type) => [type, 0, type, 10 ** type, 0]);

  expect(objectBytesOf({ snapshot: { meta: { node_fields, node_types } }, nodes })).toBe(10 + 100 + 1_000);
});
