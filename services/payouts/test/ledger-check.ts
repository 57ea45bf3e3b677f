import { randomUUID } from 'node:crypto';
import type { Orm } from '@estampa/kit/postgres/connect';
import { run } from '@estampa/kit/postgres/statement';
import { createBucket } from '@estampa/stack/infrastructure/object-store';
import { eventually } from '@estampa/testing/eventually';
import { currentTestRun } from '@estampa/testing/test-run';
import { expect, it } from 'vitest';
import { ObjectHeadStore } from '../src/adapters/head-store.ts';
import { headsOf, type LedgerHead } from '../src/domain/ledger-head.ts';
import { checkLedger, type Difference } from '../src/usecases/check-ledger.ts';
import { sealLedger } from '../src/usecases/seal-ledger.ts';
import { storeLedgerHead } from '../src/usecases/store-ledger-head.ts';
import { AMOUNT_CENTS } from './events.ts';
import type { Stage } from './stage.ts';

/** What the check says of all that was done before, and of rows that are wrong. */
export function describeLedgerCheck(given: () => { stage: Stage; orm: Orm }): void {
  const check = async (heads: readonly LedgerHead[] = []) => {
    const published: Difference[] = [];
    const { differences } = await checkLedger(
      (query) => run(given().orm.em.fork(), query),
      (one) => published.push(one),
      heads,
    );
    expect(differences).toBe(published.length);
    return published;
  };

  it('finds the stored heads in the chain, and reports those that are not', async () => {
    const { objectStore } = currentTestRun().infrastructure;
    const bucket = `heads-${randomUUID()}`;
    await createBucket(objectStore, bucket);
    using store = new ObjectHeadStore({ ...objectStore, keys: objectStore, bucket });
    const stored = await eventually(async () => {
      const em = given().orm.em.fork();
      await sealLedger({ em }, new AbortController().signal);
      await storeLedgerHead({ em, heads: store, now: () => new Date() });
      return headsOf(await store.listKeys()).heads.at(-1) ?? false;
    });

    const lost = async (...heads: LedgerHead[]) => (await check(heads)).filter(({ kind }) => kind === 'ledger_head');
    expect(await lost(stored)).toEqual([]);
    const [cut, anew] = [
      { ...stored, number: stored.number + 1_000_000 },
      { ...stored, hash: 'f'.repeat(64) },
    ];
    expect(await lost(stored, anew, cut)).toEqual(
      [anew, cut].map(({ number, hash }) => ({ kind: 'ledger_head', of: `${number} ${hash}`, expected: 1, found: 0 })),
    );
  });

  it('finds every balance right after all of this, and reports what is not', async () => {
    expect(await check()).toEqual([]);
    const [order, other] = [await given().stage.aReleasableOrder(), await given().stage.aReleasableOrder()];
    const { payout } = await given().stage.admin.createPayout({
      sellerProfileId: other.sellerProfileId,
      payoutItemIds: [],
    });
    const { database } = given().stage.service;
    await database.query('update payout_item set amount_cents = 1 where order_id = $1', [order.id]);
    await database.query('update payout set total_cents = 7 where id = $1', [payout!.id]);

    expect(await check()).toEqual([
      { kind: 'item_balance', of: order.itemIds[0], expected: AMOUNT_CENTS, found: 1 },
      { kind: 'batch_total', of: payout!.id, expected: AMOUNT_CENTS, found: 7 },
      { kind: 'earnings_ledger', of: order.sellerProfileId, expected: 1, found: AMOUNT_CENTS },
    ]);
    await database.query('update sold_item set is_refund_under_way = true where order_id = $1', [other.id]);
    const [released] = await given().stage.itemsOf(other);
    expect(await check()).toContainEqual({ kind: 'item_on_hold', of: released!.id, expected: 0, found: AMOUNT_CENTS });
    await database.query('update sold_item set is_refund_under_way = false where order_id = $1', [other.id]);
    await database.query('update payout_item set payout_id = null where order_id = $1', [other.id]);
    await database.query(`update payout set status = 'failed', total_cents = $2 where id = $1`, [
      payout!.id,
      AMOUNT_CENTS,
    ]);
    await database.query('update payout_item set amount_cents = $2 where order_id = $1', [order.id, AMOUNT_CENTS]);
    expect(await check()).toEqual([]);
    const note = async (items: number, cents: number) =>
      database.query(
        `insert into payout_sum_change (seller_profile_id, status, is_paid, items, cents) values ($1, 'held', false, $2, $3)`,
        [order.sellerProfileId, items, cents],
      );
    await note(1, 5);
    expect(await check()).toContainEqual({ kind: 'seller_sum', of: order.sellerProfileId, expected: 0, found: 5 });
    await note(-1, -5);
    expect(await check()).toEqual([]);
  });
}
