import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { WaitlistServiceClient } from '@estampa/contracts/identity/v1/waitlist';
import { Clocks } from '@estampa/testing/clocks';
import { startService } from '@estampa/testing/start-service';
import { currentTestRun } from '@estampa/testing/test-run';
import { expect, it } from 'vitest';

const MINUTE_MS = 60_000;
const SLOW_MS = 120_000;

it(
  'a service has the time of PostgreSQL, also while the clock of its machine is wrong and when it is set',
  async () => {
    const { directory } = currentTestRun();
    mkdirSync(directory, { recursive: true });
    const clocks = new Clocks(mkdtempSync(join(directory, 'clocks-')));
    clocks.set('identity', 10 * MINUTE_MS);
    await using identity = await startService('identity', clocks.environmentOf('identity'));
    const secondsOff = async () => {
      const email = `${randomUUID()}@demo.example`;
      await identity.client(WaitlistServiceClient).joinWaitlist({ email, name: 'Ana Demo' });
      const { rows } = await identity.database.query(
        'select abs(extract(epoch from created_at - now()))::float8 as seconds from waitlist_entry where email = $1',
        [email],
      );
      return rows[0].seconds as number;
    };

    expect(await secondsOff()).toBeLessThan(60);
    clocks.set('identity', -10 * MINUTE_MS);
    expect(await secondsOff()).toBeLessThan(60);
  },
  SLOW_MS,
);
