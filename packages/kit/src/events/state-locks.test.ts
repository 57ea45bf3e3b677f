import { expect, it } from 'vitest';
import type { NamedQuery, Provider } from '../postgres/queries.ts';
import { Transaction } from '../postgres/transaction.ts';
import { LocalRelay } from './local-relay.ts';
import { exclusive, lockStates, shared, type StateLock } from './state-locks.ts';

async function lockedBy(locks: readonly StateLock[]): Promise<(readonly unknown[])[]> {
  const sent: (readonly unknown[])[] = [];
  const executeQuery = async (query: object) => {
    sent.push((query as { sql: NamedQuery }).sql.values);
    return { rows: [] };
  };
  const provider: Provider = { getExecutor: () => ({ provideConnection: (use) => use({ executeQuery }) }) };
  const taken = new Transaction(provider, new LocalRelay());
  await lockStates({ getTransactionContext: () => ({ taken }) } as never, locks);
  return sent;
}

it('locks are taken in one order, each once and as strictly as it is needed', async () => {
  const locks = [shared('c'), exclusive('b'), shared('b'), shared('a'), exclusive('a'), shared('a'), shared('c')];

  expect(await lockedBy(locks)).toEqual([
    [
      ['a', 'b', 'c'],
      [false, false, true],
    ],
  ]);
});

it('nothing is sent where there is nothing to lock', async () => {
  expect(await lockedBy([])).toEqual([]);
});
