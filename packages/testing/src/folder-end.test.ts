import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { REPOSITORY } from '@estampa/stack/paths';
import { startProcess } from '@estampa/stack/processes/managed-process';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sharedIn, stopShared } from './folder-end.ts';

let run: string;
beforeAll(() => {
  run = mkdtempSync(join(tmpdir(), 'estampa-folder-end-'));
});
afterAll(() => rmSync(run, { recursive: true }));

const folderOf = (service: string): string => join(REPOSITORY, 'services', service, 'test');

it('ends what the files of a folder share, and nothing of another folder', async () => {
  const start = (service: string) => {
    const directory = mkdtempSync(join(run, sharedIn(folderOf(service))));
    const args = ['-e', 'setInterval(() => {}, 1000)'];
    return startProcess({ name: 'idle', command: process.execPath, args, directory });
  };
  const [ours, other] = [start('catalog'), start('storefront')];

  await stopShared(folderOf('catalog'), run);

  expect(await ours.exited).toBe('killed by SIGTERM');
  expect(other.running()).toBe(true);
  await other.stop();
});
