import { randomBytes } from 'node:crypto';
import { withoutTls } from '@estampa/kit/postgres/address';
import { connectDb } from '@estampa/kit/postgres/connect';
import { createDatabase } from '@estampa/stack/infrastructure/databases';
import { randomNumbers } from '@estampa/testing/random-numbers';
import { currentTestRun } from '@estampa/testing/test-run';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { entities } from '../src/db/entities.ts';
import { migrations } from '../src/db/migrations.ts';
import { labelHistories, type Move } from './label-histories.ts';

const HISTORIES = 40;
const HISTORIES_DEADLINE_MS = 60_000 + HISTORIES * 500;
const MOVES_MAX = 14;
const SEED = 20_261_126;
const PICKS = 1_000;
const OFTEN = ['jobRuns', 'lastIsReceived', 'allIsRequested'];

let orm: Awaited<ReturnType<typeof connectDb>>;
beforeAll(async () => {
  const { infrastructure, secrets } = currentTestRun();
  const name = `label_histories_${randomBytes(4).toString('hex')}`;
  const url = await createDatabase(infrastructure.postgres.url, { name, password: secrets.databasePassword });
  orm = await connectDb(withoutTls(url), entities, migrations);
});
afterAll(() => orm?.[Symbol.asyncDispose]());

it(
  `buys no label and sends nothing while money is on its way back in ${HISTORIES} random histories of orders, carriers and admins`,
  async () => {
    const { names, wrongWith, shortest } = labelHistories(orm);
    const random = randomNumbers(SEED);
    const one = (): string => [...names, ...OFTEN][Math.floor(random() * (names.length + OFTEN.length))]!;
    let found: string | null = null;
    for (let history = 0; history < HISTORIES && found === null; history += 1) {
      const length = 1 + Math.floor(random() * MOVES_MAX);
      const moves = Array.from({ length }, (): Move => ({ name: one(), pick: Math.floor(random() * PICKS) }));
      const wrong = await wrongWith(moves);
      if (wrong === null) continue;
      const few = await shortest(moves);
      const published = few.map(({ name, pick }) => `${name}(${pick})`).join(', ');
      found = `${history} of seed ${SEED}: ${(await wrongWith(few)) ?? wrong}: ${published}`;
    }
    expect(found).toBeNull();
  },
  HISTORIES_DEADLINE_MS,
);
