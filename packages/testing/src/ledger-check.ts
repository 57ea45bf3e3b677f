import type { RunQuery } from '../../../services/payouts/src/db/item-check.ts';
import { checkLedger, type Difference } from '../../../services/payouts/src/usecases/check-ledger.ts';
import pg from 'pg';

/**
 * Recomputes every balance of a marketplace from what payouts knows of orders and items, in one state of its database, and
 * throws with all that differs. Without the service's own process: its rules, over a connection of the test's.
 */
export async function mustAddUp(databaseUrl: string): Promise<void> {
  const reported = await differencesOfLedger(databaseUrl);
  if (reported.length > 0) throw new Error(`The ledger does not add up:\n${reported.join('\n')}`);
}

/** The same as sentences, one for each difference. */
export async function differencesOfLedger(databaseUrl: string): Promise<string[]> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  const differences: Difference[] = [];
  try {
    await client.query('begin isolation level repeatable read read only');
    const run: RunQuery = async ({ query, decode }) =>
      (await client.query({ ...query, values: [...query.values] })).rows.map(decode);
    await checkLedger(run, (difference) => differences.push(difference));
  } finally {
    await client.end();
  }
  return differences.map(({ kind, of, expected, found }) => `${kind} of ${of}: ${expected} expected, ${found} found`);
}
