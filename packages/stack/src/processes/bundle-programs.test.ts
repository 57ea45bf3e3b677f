import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { bundlePrograms } from './bundled-programs.ts';
import { ENTRIES, programOf } from './node-process.ts';

/** Where nothing has been made of these sources yet. */
const MADE_WITHIN_MS = 120_000;

it(
  'makes programs that load all they need, to where they read settings',
  async () => {
    const programs = await bundlePrograms();

    for (const entry of ENTRIES.filter((one) => one.includes('/payouts/'))) {
      const { status, stderr } = spawnSync(process.execPath, [programOf(programs, entry)], {
        encoding: 'utf8',
        env: {},
      });
      expect([entry, status]).toEqual([entry, 1]);
      expect(stderr).toContain('The configuration is wrong');
      expect(stderr).toContain('KAFKA_BROKERS');
    }
  },
  MADE_WITHIN_MS,
);
