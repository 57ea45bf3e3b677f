import { randomUUID } from 'node:crypto';
import { type Movement, MovementServiceClient } from '@estampa/contracts/orders/v1/movement';
import type { Caller } from '@estampa/kit/rpc/call';
import { eventually } from '@estampa/testing/eventually';
import { expect, it } from 'vitest';
import type { CheckoutWorld } from './checkout-world.ts';
import type { moneyIn } from './money-in.ts';
import { responses } from './stand-ins.ts';

type Ground = () => { world: CheckoutWorld; money: ReturnType<typeof moneyIn>; totalCents: number };

const ADMIN: Caller = { userId: randomUUID(), roles: ['admin'], sellerProfileId: null, sessionId: null };
const PAGE = 100;
/** Of the sandbox, for a payment by Pix. */
const FEE = 199;

/** What is seen at providers, until the ledger has it. */
export function describeMovements(ground: Ground): void {
  const query = (sql: string, values: unknown[]) => ground().world.service.database.query(sql, values);

  async function unmatchedOf(orderId: string): Promise<string[]> {
    const admin = ground().world.service.client(MovementServiceClient, { caller: ADMIN });
    const all: Movement[] = [];
    for (let total = 1; all.length < total;) {
      const page = await admin.listUnmatchedMovements({ page: { skip: all.length, limit: PAGE } });
      all.push(...page.movements);
      total = page.movements.length === 0 ? 0 : page.total;
    }
    return all
      .filter((one) => one.orderId === orderId)
      .map((one) => `${one.kind} ${one.amountCents}`)
      .toSorted();
  }

  it('is listed until the ledger has posted it, and matched once', async () => {
    const { money, totalCents } = ground();
    const order = await money.aPaidOrder();
    await eventually(async () => expect(await unmatchedOf(order.id)).toEqual([`charge ${totalCents}`, `fee ${FEE}`]));

    const chargedBy = randomUUID();
    const posted = {
      orderId: order.id,
      chargedCents: totalCents,
      chargedBy,
      refundedCents: 0,
      isHeld: false,
      feeCents: FEE,
      feeBy: chargedBy,
    };
    responses.postedSums.set(order.id, posted);
    await eventually(async () => {
      await query('update unmatched_movement set due_at = now() where seen_at < now()', []);
      expect(await unmatchedOf(order.id)).toEqual([]);
    });
    const { rows } = await query(
      'select kind, matched_by, transaction_id from movement_match join provider_movement on id = movement_id where order_id = $1 order by kind',
      [order.id],
    );
    expect(rows).toEqual(['charge', 'fee'].map((kind) => ({ kind, matched_by: 'posting', transaction_id: chargedBy })));
  });

  it('is for admins alone', async () => {
    const caller = { ...ADMIN, roles: ['seller' as const] };
    const seller = ground().world.service.client(MovementServiceClient, { caller });
    await expect(seller.listUnmatchedMovements({})).rejects.toMatchObject({ kind: 'forbidden' });
  });

  it.each([
    'update provider_movement set amount_cents = 1',
    'delete from movement_match',
    'truncate provider_movement',
  ])('nobody may %s', async (sql) => {
    await expect(query(sql, [])).rejects.toMatchObject({
      message: expect.stringMatching(/append-only|foreign key/),
    });
  });
}
