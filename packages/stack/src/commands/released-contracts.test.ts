import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { compareWithRelease, lastRelease } from './released-contracts.ts';

let repository: string;
const git = (...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t', ...args], { cwd: repository });
const contract = (field: string) =>
  writeFileSync(
    join(repository, 'proto/demo.proto'),
    `syntax = "proto3";\npackage demo;\nmessage Demo {\n  ${field}\n}\n`,
  );

beforeEach(() => {
  repository = mkdtempSync(join(tmpdir(), 'released-contracts-'));
  mkdirSync(join(repository, 'proto'));
  writeFileSync(join(repository, 'buf.yaml'), 'version: v2\nmodules:\n  - path: proto\n');
  contract('string name = 1;');
  git('init', '--quiet');
  git('add', '.');
  git('commit', '--quiet', '--message', 'first');
});
afterEach(() => rmSync(repository, { recursive: true, force: true }));

it('knows no release before the first, nor outside of a history', async () => {
  expect(await lastRelease(repository)).toBeNull();
  expect(await lastRelease(tmpdir())).toBeNull();
});

it('compares with the newest release', async () => {
  for (const tag of ['v0.9.0', 'v0.10.0', 'demo']) git('tag', tag);
  expect(await lastRelease(repository)).toBe('v0.10.0');

  contract('string name = 1; string more = 2;');
  await expect(compareWithRelease('v0.10.0', repository)).resolves.toBeUndefined();
  contract('string title = 1;');
  await expect(compareWithRelease('v0.10.0', repository)).rejects.toThrow(/name/);
});
