import { randomUUID } from 'node:crypto';
import { LedgerServiceClient } from '@estampa/contracts/payouts/v1/ledger';
import type { Orm } from '@estampa/kit/postgres/connect';
import { run } from '@estampa/kit/postgres/statement';
import { eventually } from '@estampa/testing/eventually';
import type { NewEvent } from '@estampa/testing/topic-probe';
import { expect, it } from 'vitest';
import type { RunQuery } from '../src/db/item-check.ts';
import { backfillLedger } from '../src/usecases/backfill-ledger.ts';
import { checkLedger, type Difference } from '../src/usecases/check-ledger.ts';
import { sealLedger } from '../src/usecases/seal-ledger.ts';
import { AMOUNT_CENTS, type AnOrder, anOrder, itemIs, orderIs, TOTAL_CENTS } from './events.ts';
import { ADMIN, sellerCaller, type Stage } from './stage.ts';

type Given = { stage: Stage; orm: Orm; apply: (...events: NewEvent[]) => Promise<unknown> };

const SIGNAL = new AbortController().signal;
/** As the events say: of two units. */
const PARTS = { production_cost: 6_000, platform_fee: 1_000, platform_margin: 2_000, artist_earnings: AMOUNT_CENTS };

/** What is posted when, that it stays, and what the check finds. */
export function describeTransfers(given: () => Given): void {
  const query = (sql: string, values: unknown[] = []) => given().stage.service.database.query(sql, values);
  /** What the accounts have of an order, as credits. */
  const balancesOf = async ({ id }: AnOrder): Promise<Record<string, number>> => {
    const { rows } = await query(
      `select account, sum(cents)::int as cents from ledger_transfer,
         lateral (values (debit, -amount_cents), (credit, amount_cents)) as side (account, cents)
       where order_id = $1 group by account having sum(cents) <> 0`,
      [id],
    );
    return Object.fromEntries(rows.map(({ account, cents }) => [account, cents]));
  };
  const check = async (): Promise<Difference[]> => {
    const found: Difference[] = [];
    await checkLedger(
      (one) => run(given().orm.em.fork(), one),
      (one) => found.push(one),
    );
    return found;
  };
  const seal = () => sealLedger({ em: given().orm.em.fork() }, SIGNAL);
  /** The service seals too: then there is nothing left to do. */
  const sealAll = () =>
    eventually(async () => {
      await seal();
      expect((await query('select from ledger_unsealed')).rowCount).toBe(0);
    });
  const backfill = (at = new Date()) => backfillLedger({ em: given().orm.em.fork(), now: () => at }, SIGNAL);

  it('an order is posted when it is approved, refunded, returned and paid out', async () => {
    const { stage } = given();
    const order = await stage.aReleasableOrder();
    expect(await balancesOf(order)).toEqual({ clearing: -TOTAL_CENTS, ...PARTS });

    const { payout } = await stage.admin.createPayout({ sellerProfileId: order.sellerProfileId, payoutItemIds: [] });
    await stage.admin.markPayoutPaid({ id: payout!.id });
    const paid = { clearing: -TOTAL_CENTS, ...PARTS, artist_earnings: 0, payouts: AMOUNT_CENTS };
    expect(await balancesOf(order)).toEqual(withoutZeros(paid));

    await stage.emit(orderIs(order, 'approved', 3, { refundedCents: TOTAL_CENTS / 4 }));
    const given4th = { artist_earnings: -AMOUNT_CENTS / 4, refunds: AMOUNT_CENTS / 4 - TOTAL_CENTS / 4 };
    expect(await balancesOf(order)).toEqual({ ...paid, clearing: -(TOTAL_CENTS * 3) / 4, ...given4th });
    await stage.emit(itemIs(order, 'returned', 3));
    expect(await balancesOf(order)).toMatchObject({
      artist_earnings: -AMOUNT_CENTS,
      returns: (AMOUNT_CENTS * 3) / 4,
      payouts: AMOUNT_CENTS,
    });
    await stage.emit(itemIs(order, 'delivered', 4));
    expect(await balancesOf(order)).toEqual({ ...paid, clearing: -(TOTAL_CENTS * 3) / 4, ...given4th });
  });

  it('an event that comes again posts nothing', async () => {
    const order = anOrder({ itemIds: [randomUUID(), randomUUID()] });
    const count = async () => (await query('select from ledger_transfer where order_id = $1', [order.id])).rowCount;
    await given().apply(orderIs(order, 'approved', 1), orderIs(order, 'approved', 1));
    const once = await count();

    await given().apply(orderIs(order, 'approved', 1));
    await given().apply(itemIs(order, 'shipped', 1));

    expect([once, await count()]).toEqual([9, 9]);
    // Two items cost 10,000 cents each, the order 10,000: the discount is more than the shipping.
    expect(await balancesOf(order)).toMatchObject({ clearing: -TOTAL_CENTS, freight: -TOTAL_CENTS });
  });

  it('an order is explained to admins alone, and every trial balance balances', async () => {
    const { stage } = given();
    const order = await stage.aReleasableOrder();
    const admin = stage.service.client(LedgerServiceClient, { caller: ADMIN });

    const { transfers, accounts } = await admin.explainOrder({ orderId: order.id });
    expect(transfers.map(({ amountCents, reason }) => `${amountCents} ${reason}`)).toContain(
      `${AMOUNT_CENTS} The buyer paid: what the artist earns`,
    );
    expect(accounts.find(({ name }) => name === 'artist_earnings')).toMatchObject({ balanceCents: AMOUNT_CENTS });
    for (const orderId of [randomUUID(), 'nothing'])
      await expect(admin.explainOrder({ orderId })).rejects.toMatchObject({ kind: 'not_found' });
    const soon = await admin.getTrialBalance({ at: new Date(Date.now() + 3_600_000) });
    expect(soon.accounts).toEqual((await admin.listAccounts({})).accounts);
    expect([soon.debitCents > 0, soon.debitCents]).toEqual([true, soon.creditCents]);
    expect(await admin.getTrialBalance({ at: new Date(0) })).toMatchObject({ debitCents: 0, creditCents: 0 });

    const sums = { orderIds: [order.id, randomUUID()] };
    const posted = {
      orderId: order.id,
      chargedCents: TOTAL_CENTS,
      refundedCents: 0,
      refundedBy: undefined,
      feeCents: 0,
      feeBy: undefined,
      isHeld: false,
    };
    expect((await stage.service.client(LedgerServiceClient).getPostedSums(sums)).sums).toEqual([
      { ...posted, chargedBy: transfers[0]!.transactionId },
    ]);
    await expect(admin.getPostedSums(sums)).rejects.toMatchObject({ kind: 'forbidden' });

    const seller = stage.service.client(LedgerServiceClient, { caller: sellerCaller(order.sellerProfileId) });
    const requests = [seller.explainOrder({ orderId: order.id }), seller.listAccounts({}), seller.getTrialBalance({})];
    for (const request of requests) await expect(request).rejects.toMatchObject({ kind: 'forbidden' });
  });

  it.each(['update ledger_transfer set amount_cents = 1', 'delete from ledger_transfer', 'truncate ledger_transfer'])(
    'nobody may %s',
    async (sql) => {
      await expect(query(sql)).rejects.toMatchObject({ code: '23001', message: 'ledger_transfer is append-only' });
    },
  );

  it('the rows of a day are found without reading all that came after the last vacuum', async () => {
    const { rows } = await query(`select reloptions from pg_class where relname = 'ledger_transfer_posted'`);
    expect(rows).toEqual([{ reloptions: ['autosummarize=on'] }]);
  });

  it('orders of before the ledger are posted by a job as far as they are known, and completed by their next event', async () => {
    const order = anOrder();
    await addSoldBefore(order, query);
    expect(await check()).toContainEqual(expect.objectContaining({ kind: 'order_ledger', of: order.id }));
    await query('update ledger_backfill set pass = 1, due_at = $1', [new Date()]);
    expect((await check()).filter(({ kind }) => kind.endsWith('_ledger'))).toEqual([]);

    await backfill();
    const known = { clearing: -TOTAL_CENTS, ...PARTS, artist_earnings: 0, payouts: AMOUNT_CENTS };
    expect(await balancesOf(order)).toEqual(withoutZeros(known));
    await backfill(new Date(Date.now() + 2 * 24 * 3_600_000));
    const { rows } = await query('select pass, due_at from ledger_backfill');
    expect(rows).toEqual([{ pass: 3, due_at: null }]);
    expect(await check()).toEqual([]);

    await given().apply(orderIs(order, 'approved', 1, { refundedCents: 100 }));
    expect(await balancesOf(order)).toMatchObject({ clearing: 100 - TOTAL_CENTS, refunds: -90, artist_earnings: -10 });
    expect(await check()).toEqual([]);
  });

  it('blocks and balances contain everything once, and the check finds what was changed', async () => {
    expect(await check()).toEqual([]);
    await Promise.all([seal(), seal()]);
    await sealAll();
    await given().stage.aReleasableOrder();
    await sealAll();
    expect(await check()).toEqual([]);

    const found = await checkChanged(given().stage);

    expect(found.map(({ kind, of }) => `${kind} ${of}`)).toEqual(
      expect.arrayContaining([
        'ledger_block 1',
        'ledger_blocks all',
        expect.stringMatching(/^account_balance clearing on /),
        expect.stringMatching(/^order_ledger /),
      ]),
    );
  });
}

/** What the check finds once the owner of the tables has gone past their triggers; changes nothing for good. */
async function checkChanged({ service }: Stage): Promise<Difference[]> {
  const client = await service.database.connect();
  const found: Difference[] = [];
  try {
    await client.query('begin');
    for (const table of ['ledger_transfer', 'ledger_block'])
      await client.query(`alter table ${table} disable trigger append_only`);
    await client.query(
      `update ledger_transfer set amount_cents = amount_cents + 1
       where line = 1 and transaction_id = (select transaction_ids[1] from ledger_block where number = 1)`,
    );
    await client.query('delete from ledger_block where number = 2');
    const runHere: RunQuery = async ({ query: { text, values }, decode }) =>
      (await client.query(text, [...values])).rows.map(decode);
    await checkLedger(runHere, (one) => found.push(one));
  } finally {
    await client.query('rollback');
    client.release();
  }
  return found;
}

const withoutZeros = (balances: Record<string, number>) =>
  Object.fromEntries(Object.entries(balances).filter(([, cents]) => cents !== 0));

/** As a version without a ledger stored it: a paid item whose batch was paid. */
async function addSoldBefore(
  order: AnOrder,
  query: (sql: string, values: unknown[]) => Promise<unknown>,
): Promise<void> {
  const [payoutId, [orderItemId]] = [randomUUID(), order.itemIds];
  const values = [order.id, orderItemId, order.sellerProfileId, payoutId];
  await query(
    `with sale as (
       select jsonb_build_object('orderNumber', 7, 'sellerProfileId', $1::uuid, 'title', 'Demo mug', 'quantity', 2,
         'artistEarningsCents', ${AMOUNT_CENTS / 2}, 'breakdown', '{"priceCents":5000,"baseCostCents":3000,"platformFeeCents":500,
         "profitCents":1500,"artistRoyaltyBasisPoints":3333,"platformFeeBasisPoints":1000}'::jsonb) as sale)
     insert into sold_item (order_item_id, order_id, order_version, payment_status, was_approved, sale, item_version, item_status)
     select $2, $3, 1, 'approved', true, sale, 1, 'delivered' from sale`,
    [order.sellerProfileId, orderItemId, order.id],
  );
  await query(
    `insert into payout (id, seller_profile_id, status, total_cents, item_ids, created_by, created_at, paid_at, version)
     values ($2, $1, 'paid', ${AMOUNT_CENTS}, jsonb_build_array($3::uuid), 'admin', now(), now(), 2)`,
    [order.sellerProfileId, payoutId, orderItemId],
  );
  await query(
    `insert into payout_item (id, type, order_id, order_number, order_item_id, seller_profile_id, title, quantity, amount_cents,
       status, payout_id, paid_at, breakdown, version, created_at)
     values ($2, 'sale', $1, 7, $2, $3, 'Demo mug', 2, ${AMOUNT_CENTS}, 'paid', $4, now(), '{}', 3, now())`,
    values,
  );
}
