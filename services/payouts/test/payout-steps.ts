import { randomUUID } from 'node:crypto';
import { DomainError } from '@estampa/kernel/errors';
import type { Orm } from '@estampa/kit/postgres/connect';
import { newCall } from '@estampa/kit/rpc/call';
import { createLog } from '@estampa/kit/telemetry/log';
import { transact, type TransactionBody } from '@estampa/kit/postgres/transact';
import { mustAddUp } from '@estampa/testing/ledger-check';
import type { NewEvent } from '@estampa/testing/topic-probe';
import { expect, it } from 'vitest';
import type { Context } from '../src/context.ts';
import { BY_HAND } from '../src/dependencies.ts';
import { createPayout } from '../src/usecases/create-payout.ts';
import { markPayoutFailed } from '../src/usecases/mark-payout-failed.ts';
import { markPayoutPaid } from '../src/usecases/mark-payout-paid.ts';
import { type AnOrder, anOrder, itemIs, orderIs, TOTAL_CENTS } from './events.ts';
import { ADMIN, type Stage } from './stage.ts';

type Given = { stage: Stage; orm: Orm; apply: (...events: NewEvent[]) => Promise<unknown> };
/** What a batch waits for, and what becomes of one. */
type Kind = 'sale' | 'delivery' | 'batch' | 'end';
type Step = { kind?: Kind } & ({ event: (order: AnOrder) => NewEvent } | { act: (order: AnOrder) => Promise<unknown> });

/** All ways in which two rows of events can come, each in its own order. */
export const interleavings = <T>(one: readonly T[], other: readonly T[]): T[][] =>
  one.length === 0 || other.length === 0
    ? [[...one, ...other]]
    : [
        ...interleavings(one.slice(1), other).map((rest) => [one[0]!, ...rest]),
        ...interleavings(one, other.slice(1)).map((rest) => [other[0]!, ...rest]),
      ];

/** Batches are made, paid and cancelled at every place between the events of orders and items. */
export function describePayoutSteps(given: () => Given): void {
  const stage = () => given().stage;
  const run = async (prepare: (context: Context) => TransactionBody<unknown>): Promise<void> => {
    const em = given().orm.em.fork();
    const log = createLog('payouts', 'silent');
    const context: Context = {
      ...BY_HAND,
      em,
      reads: em,
      call: newCall({ requestId: randomUUID() }),
      log,
      caller: ADMIN,
      now: () => new Date(),
      wake: () => {},
      heads: null,
    };
    await transact(em, prepare(context)).catch((error: unknown) => {
      // Nothing to pay, or no batch that waits: the step is not possible at this place.
      if (!(error instanceof DomainError && error.kind === 'wrong_state')) throw error;
    });
  };
  const create: Step = {
    kind: 'batch',
    act: ({ sellerProfileId }) => run((context) => createPayout(context, { sellerProfileId, payoutItemIds: [] })),
  };
  const ending = (end: (context: Context, id: string) => TransactionBody<unknown>): Step => ({
    kind: 'end',
    async act({ sellerProfileId }) {
      const found = `select id from payout where seller_profile_id = $1 and status = 'pending'`;
      const { rows } = await stage().service.database.query<{ id: string }>(found, [sellerProfileId]);
      for (const { id } of rows) await run((context) => end(context, id));
    },
  });
  const pay = ending((context, id) => markPayoutPaid(context, id, null));
  const cancel = ending((context, id) => markPayoutFailed(context, id, 'cancelled'));
  const applying = (event: (order: AnOrder) => NewEvent, kind?: Kind): Step => ({ ...(kind && { kind }), event });
  /** A step of each of many orders, which know nothing of each other. */
  const goOn = async (steps: readonly { step: Step; order: AnOrder }[]): Promise<void> => {
    await given().apply(...steps.flatMap(({ step, order }) => ('event' in step ? [step.event(order)] : [])));
    for (const { step, order } of steps) if ('act' in step) await step.act(order);
  };
  const approved = applying((order) => orderIs(order, 'approved', 1), 'sale');
  const partly = applying((order) => orderIs(order, 'approved', 2, { refundedCents: TOTAL_CENTS / 4 }));
  const wholly = applying((order) => orderIs(order, 'refunded', 3, { refundedCents: TOTAL_CENTS }));
  const disputed = applying((order) => orderIs(order, 'approved', 2, { isDisputed: true }));
  const underWay = applying((order) => orderIs(order, 'approved', 2, { isRefundUnderWay: true }));
  const delivered = (version: number) => applying((order) => itemIs(order, 'delivered', version), 'delivery');
  const returned = applying((order) => itemIs(order, 'returned', 1));

  it.each([
    ['a partial refund, then a whole one', [approved, partly, wholly], [delivered(1)], [create, pay]],
    ['a return that is corrected', [approved, partly], [returned, delivered(2)], [create, pay]],
    ['a batch that failed', [approved, partly], [delivered(1)], [create, cancel, create, pay]],
    ['a whole refund on its way', [approved, underWay, wholly], [delivered(1)], [create, pay]],
    ['a dispute that is lost', [approved, disputed, wholly], [delivered(1)], [create, pay]],
  ])('leave no cent over, whatever comes first: %s', async (_case, ofOrders, ofFulfillment, ofPayouts) => {
    const ways = distinct(threeWays(ofOrders, ofFulfillment, ofPayouts)).map((way) => ({ way, order: anOrder() }));
    for (const place of ways[0]!.way.keys()) await goOn(ways.map(({ way, order }) => ({ step: way[place]!, order })));

    await mustAddUp(stage().service.database.options.connectionString!);
    const ids = ways.map(({ order }) => order.id);
    const { rows: noise } = await stage().service.database.query(
      `select order_item_id from payout_item where order_id = any($1::uuid[]) group by order_item_id
       having bool_and(paid_at is null) and sum(amount_cents) filter (where status <> 'reversed') = 0`,
      [ids],
    );
    expect(noise).toEqual([]);
  });
}

const threeWays = (...[one, other, third]: [Step[], Step[], Step[]]): Step[][] =>
  interleavings(one, other).flatMap((way) => interleavings(way, third));

/** One of all ways that come to the same, as no batch is made before there is something to pay, and none ends that was not made. */
function distinct(ways: readonly Step[][]): Step[][] {
  const numbers = new Map(ways[0]!.map((step, at) => [step, at]));
  const nameOf = (way: readonly Step[]) => whatHappens(way).map((step) => numbers.get(step));
  return [...new Map(ways.map((way) => [nameOf(way).join(), way])).values()];
}

function whatHappens(way: readonly Step[]): Step[] {
  const happened = new Set<Kind>();
  return way.filter(({ kind }) => {
    if (kind === 'batch' && !(happened.has('sale') && happened.has('delivery'))) return false;
    if (kind) happened.add(kind);
    return kind !== 'end' || happened.has('batch');
  });
}
