import { randomBytes } from 'node:crypto';
import { withoutTls } from '@estampa/kit/postgres/address';
import { connectDb } from '@estampa/kit/postgres/connect';
import { createDatabase } from '@estampa/stack/infrastructure/databases';
import { randomNumbers } from '@estampa/testing/random-numbers';
import { currentTestRun } from '@estampa/testing/test-run';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { migrations } from '../src/db/migrations.ts';
import { type Move, refundHistories } from './refund-histories.ts';

const HISTORIES = 40;
const HISTORIES_DEADLINE_MS = 60_000 + HISTORIES * 500;
const MOVES_MAX = 16;
const SEED = 20_261_125;
const PICKS = 100_000;
/** Steps by which a slow provider differs from a fast one. */
const OFTEN = ['timePasses', 'jobRuns', 'jobRuns', 'isRequestedAgain'];
/** Every history begins with one of these, since otherwise there is no refund. */
const BEGINNINGS = ['partIsRequested', 'allIsRequested', 'isCancelled'];

let orm: Awaited<ReturnType<typeof connectDb>>;
beforeAll(async () => {
  const { infrastructure, secrets } = currentTestRun();
  const name = `refund_histories_${randomBytes(4).toString('hex')}`;
  const url = await createDatabase(infrastructure.postgres.url, { name, password: secrets.databasePassword });
  orm = await connectDb(withoutTls(url), [], migrations);
});
afterAll(() => orm?.[Symbol.asyncDispose]());

it(
  `refunds once what is requested in ${HISTORIES} random histories of slow, lying and silent providers, repetitions and races`,
  async () => {
    const { names, wrongWith, shortest } = refundHistories(orm);
    const random = randomNumbers(SEED);
    const one = (all: readonly string[]): string => all[Math.floor(random() * all.length)]!;
    let found: string | null = null;
    for (let history = 0; history < HISTORIES && found === null; history += 1) {
      const further = Array.from({ length: 1 + Math.floor(random() * MOVES_MAX) }, () => one([...names, ...OFTEN]));
      const all = ['providerFails', one(BEGINNINGS), ...further];
      const moves = all.map((name): Move => ({ name, pick: Math.floor(random() * PICKS) }));
      const wrong = await wrongWith(moves);
      if (wrong === null) continue;
      const few = await shortest(moves);
      const reported = few.map(({ name, pick }) => `${name}(${pick})`).join(', ');
      found = `${history} of seed ${SEED}: ${(await wrongWith(few)) ?? wrong}: ${reported}`;
    }
    expect(found).toBeNull();
  },
  HISTORIES_DEADLINE_MS,
);

it('a task for a payment that comes while the job checks it is done soon after', async () => {
  const { clock, dueAfterCancelMeanwhile } = refundHistories(orm);

  const due = await dueAfterCancelMeanwhile();

  expect(due!.getTime() - clock.ms).toBeLessThan(60_000);
});
