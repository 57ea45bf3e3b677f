import { mkdtempSync, rmSync, statSync, watch } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startMail } from '../src/infrastructure/mail.ts';
import { startPostgres } from '../src/infrastructure/postgres.ts';
import { freePort } from '../src/ports.ts';
import { stopLeftovers } from '../src/processes/leftovers.ts';
import { waitFor } from '../src/wait.ts';

const DEADLINE_MS = 120_000;
const OTHERS = 0o077;

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'estampa-servers-'));
});
afterEach(async () => {
  await stopLeftovers(directory);
  rmSync(directory, { recursive: true });
}, DEADLINE_MS);

describe('a supervised server', () => {
  it(
    'is restarted on its port whenever it dies, until it is stopped',
    async () => {
      const { address, server } = await startMail({ directory, smtpPort: await freePort(), webPort: await freePort() });
      const reported: string[] = [];
      server?.supervise((message) => reported.push(message));

      for (const died of [1, 2]) {
        await server?.kill('SIGKILL');
        await waitFor(
          'its return',
          () => reported.filter((message) => message.endsWith('runs again.')).length === died,
          {
            deadlineMs: DEADLINE_MS,
          },
        );
        expect((await fetch(`${address.webUrl}/healthz`)).ok).toBe(true);
      }
      await server?.restart();
      await server?.kill('SIGKILL');
      await waitFor(
        'its third return',
        () => reported.filter((message) => message.endsWith('runs again.')).length === 3,
        {
          deadlineMs: DEADLINE_MS,
        },
      );

      const count = reported.length;
      await server?.stop();
      await expect(fetch(`${address.webUrl}/healthz`)).rejects.toThrow('fetch failed');
      expect(reported).toHaveLength(count);
    },
    DEADLINE_MS,
  );
});

describe('PostgreSQL', () => {
  it(
    "never lets others read the superuser's password, not even while its data is made",
    async () => {
      const modes: number[] = [];
      const check = (_event: string, name: string | null) => {
        const found =
          name?.startsWith('postgres.password') && statSync(join(directory, name), { throwIfNoEntry: false });
        if (found) modes.push(found.mode & OTHERS);
      };
      const watcher = watch(directory, check);

      const starting = startPostgres({ directory, port: await freePort(), password: 'demo' });
      const { server } = await starting.finally(() => watcher.close());

      expect(new Set(modes)).toEqual(new Set([0]));
      expect(statSync(join(directory, 'postgres.password'), { throwIfNoEntry: false })).toBeUndefined();
      await server?.stop();
    },
    DEADLINE_MS,
  );
});
