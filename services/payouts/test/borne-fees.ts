import { randomUUID } from 'node:crypto';
import { LedgerServiceClient } from '@estampa/contracts/payouts/v1/ledger';
import type { Orm } from '@estampa/kit/postgres/connect';
import { run } from '@estampa/kit/postgres/statement';
import type { NewEvent } from '@estampa/testing/topic-probe';
import { expect, it } from 'vitest';
import { checkLedger } from '../src/usecases/check-ledger.ts';
import { AMOUNT_CENTS, anOrder, itemIs, orderIs } from './events.ts';
import { ADMIN, sellerCaller, type Stage } from './stage.ts';

type Given = { stage: Stage; orm: Orm; apply: (...events: NewEvent[]) => Promise<unknown> };

const FEE_CENTS = 199;

/** What becomes of the provider's fee where checkout froze that artists bear it. */
export function describeBorneFees(given: () => Given): void {
  it('is taken from what each seller of an order earns, before the release and after it', async () => {
    const { stage, orm, apply } = given();
    const [seller, other] = [randomUUID(), randomUUID()];
    const order = anOrder({
      sellerProfileId: seller,
      otherSellers: [other],
      itemIds: [randomUUID(), randomUUID()],
      providerFeeBearer: 'artist',
    });
    const entries = async (): Promise<string[]> => {
      const { rows } = await stage.service.database.query(
        `select concat_ws(' ', case seller_profile_id when $2 then 'other' else 'seller' end, type, status, amount_cents,
           breakdown ->> 'providerFeeCents') as entry
         from payout_item where order_id = $1 order by entry`,
        [order.id, other],
      );
      return rows.map(({ entry }) => entry);
    };
    await apply(orderIs(order, 'approved', 1), itemIs(order, 'delivered', 1));
    const { payout } = await stage.admin.createPayout({ sellerProfileId: seller, payoutItemIds: [] });
    await stage.admin.markPayoutPaid({ id: payout!.id });

    await apply(orderIs(order, 'approved', 2, { providerFeeCents: FEE_CENTS }));
    // Of two items that cost the same, the first bears the cent that is left.
    const charged = [
      'other adjustment held -99 99',
      `other sale held ${AMOUNT_CENTS}`,
      'seller adjustment releasable -100 100',
      `seller sale paid ${AMOUNT_CENTS}`,
    ];
    expect(await entries()).toEqual(charged);
    await apply(orderIs(order, 'approved', 2, { providerFeeCents: FEE_CENTS }));
    expect(await entries()).toEqual(charged);

    const admin = stage.service.client(LedgerServiceClient, { caller: ADMIN });
    const { transfers, accounts } = await admin.explainOrder({ orderId: order.id });
    // Those of one posting come in no order.
    const borne = transfers
      .filter(({ debit, credit }) => debit === 'artist_earnings' && credit === 'provider_fees')
      .toSorted((one, next) => next.amountCents - one.amountCents);
    expect(borne.map(({ sellerProfileId, amountCents, reason }) => [sellerProfileId, amountCents, reason])).toEqual([
      [seller, 100, 'The artist bears a part of the provider’s fee'],
      [other, 99, 'The artist bears a part of the provider’s fee'],
    ]);
    expect(accounts.find(({ name }) => name === 'provider_fees')).toMatchObject({ balanceCents: 0 });
    const { sums } = await stage.service.client(LedgerServiceClient).getPostedSums({ orderIds: [order.id] });
    expect(sums).toMatchObject([{ feeCents: FEE_CENTS }]);
    const { payoutItems } = await stage.connect(sellerCaller(other)).listPayoutItems({ sellerProfileId: other });
    expect(payoutItems.map(({ breakdown }) => breakdown!.providerFeeBearer)).toEqual(['artist', 'artist']);

    // Of what came back its artist bears nothing any more, as it earns nothing.
    await apply(itemIs(order, 'returned', 1, 1));
    expect((await entries()).slice(0, 2)).toEqual([
      'other adjustment reversed -99 99',
      `other sale reversed ${AMOUNT_CENTS}`,
    ]);
    const own = new Set([order.id, ...order.itemIds, seller, other]);
    const wrong: string[] = [];
    const report = ({ kind, of }: { kind: string; of: string }) => own.has(of) && wrong.push(kind);
    await checkLedger((one) => run(orm.em.fork(), one), report);
    expect(wrong).toEqual([]);
  });
}
