import { LOWEST_ID } from '@estampa/kernel/ids';
import { boolean, integer, text, uuid } from '@estampa/kit/postgres/columns';
import { statement } from '@estampa/kit/postgres/statement';
import type { ClosedPeriod } from '../domain/finance-period.ts';
import { type LedgerHead, lostHeads } from '../domain/ledger-head.ts';
import type { RunQuery } from './item-check.ts';
import { type Block, BEFORE_FIRST, isUnbroken } from './ledger-chain.ts';
import { sidesOf, UNSEALED } from './ledger-balance-repository.ts';
import { ledgerBlocks } from './ledger-block-repository.ts';
import { closedPeriod } from './closed-period.ts';
import { financePeriods } from './finance-period-repository.ts';
import { ledgerSums } from './ledger-sum-repository.ts';
import { ordersOf, type PostedOrder } from './ledger-repository.ts';

const ORDERS_AT_ONCE = 500;
const HEADS_AT_ONCE = 5_000;

/** What of the ledger differs from what it is made of. */
export const ledgerCheck = {
  /** Whether all orders of before the ledger are posted, those too that replicas of the version before changed since. */
  isComplete: async (run: RunQuery): Promise<boolean> => (await run(IS_COMPLETE.with()))[0]!.isComplete,

  /** All orders with what was posted of them, some at a time. */
  async *findOrders(run: RunQuery) {
    for (let after: string | undefined = LOWEST_ID; after !== undefined;) {
      const found: PostedOrder[] = await run(ORDERS.with(after));
      yield* found;
      after = found.length < ORDERS_AT_ONCE ? undefined : found.at(-1)!.orderId;
    }
  },

  /** Items of which other amounts were posted as paid than their paid entries have. */
  findWrongPayouts: (run: RunQuery) => run(WRONG_PAYOUTS.with()),

  /** Batches for whose transfers other fees were posted than the provider took. */
  findWrongFees: (run: RunQuery) => run(WRONG_FEES.with()),

  /** Sellers whose earnings in the ledger differ from their unpaid entries. */
  findWrongEarnings: (run: RunQuery) => run(WRONG_EARNINGS.with()),

  /** What is kept of an account and a day where that differs from the rows. */
  findWrongBalances: (run: RunQuery) => run(WRONG_BALANCES.with()),

  /** Sums of reports that differ from the rows. */
  findWrongSums: (run: RunQuery) => run(ledgerSums.wrongQuery()),

  /** Closed months that are not what their rows and the month before make them, or were closed with a block that the chain does not have. */
  async findWrongPeriods(run: RunQuery): Promise<string[]> {
    const wrong = new Set<string>();
    let before: ClosedPeriod | undefined;
    for (const period of (await run(financePeriods.allQuery())).toReversed()) {
      const head = { number: period.block, hash: period.blockHash };
      const moved = await run(financePeriods.movedQuery(period.beginsAt, period.endsAt));
      if (closedPeriod(period.month, moved, before, head).digest !== period.digest) wrong.add(period.month);
      if (head.number > 0 && (await this.findLostHeads(run, [head])).length > 0) wrong.add(period.month);
      before = period;
    }
    return [...wrong];
  },

  /** Transfers that are neither sealed nor noted, or both. */
  findUnsealed: async (run: RunQuery) => (await run(SEALED.with()))[0]!,

  /** Stored heads that are not in the chain. */
  async findLostHeads(run: RunQuery, heads: readonly LedgerHead[]): Promise<LedgerHead[]> {
    const lost: LedgerHead[] = [];
    for (let from = 0; from < heads.length; from += HEADS_AT_ONCE) {
      const some = heads.slice(from, from + HEADS_AT_ONCE);
      const sealed = await run(ledgerBlocks.headsQuery(some.map(({ number }) => number)));
      lost.push(...lostHeads(some, sealed));
    }
    return lost;
  },

  /** Numbers of blocks that do not follow the one before, or no longer contain what they were sealed with. */
  async *findBrokenBlocks(run: RunQuery) {
    let before: Pick<Block, 'number' | 'hash'> = BEFORE_FIRST;
    for (;;) {
      const blocks: Block[] = await run(ledgerBlocks.nextQuery(before.number));
      for (const block of blocks) {
        if (!isUnbroken(block, before)) yield block.number;
        before = block;
      }
      if (blocks.length < ledgerBlocks.atOnce) return;
    }
  },
};

const IS_COMPLETE = statement(
  `select not exists (select from ledger_backfill where due_at is not null) as "isComplete"`,
  { isComplete: boolean },
);

const ORDERS = ordersOf(
  `select distinct order_id from sold_item where order_id > $1::uuid and was_approved order by order_id limit ${ORDERS_AT_ONCE}`,
);

const DIFFERENCE = { id: uuid, expected: integer, found: integer };

const SIGNED = (account: string): string =>
  `sum(case when '${account}' = credit then amount_cents else -amount_cents end) as cents`;

const WRONG_PAYOUTS = statement(
  `select coalesce(paid.order_item_id, posted.order_item_id) as id,
     coalesce(paid.cents, 0) as expected, coalesce(posted.cents, 0) as found
   from (
     select order_item_id, payout_id, sum(amount_cents) as cents from payout_item where paid_at is not null group by 1, 2
   ) as paid full join (
     select order_item_id, payout_id, ${SIGNED('payouts')} from ledger_transfer where 'payouts' in (debit, credit) group by 1, 2
   ) as posted using (order_item_id, payout_id)
   where coalesce(paid.cents, 0) <> coalesce(posted.cents, 0)`,
  DIFFERENCE,
);

const WRONG_FEES = statement(
  `select coalesce(taken.payout_id, posted.payout_id) as id, coalesce(taken.cents, 0) as expected, coalesce(posted.cents, 0) as found
   from (
     select payout_id, fee_cents as cents from pix_transfer where status in ('done', 'returned') and fee_cents > 0
   ) as taken full join (
     select payout_id, -${SIGNED('provider_fees').replace(' as cents', '')} as cents from ledger_transfer where kind = 'transfer_fee' group by 1
   ) as posted using (payout_id)
   where coalesce(taken.cents, 0) <> coalesce(posted.cents, 0)`,
  DIFFERENCE,
);

/** An entry that was reversed before it was paid counts for nothing. */
const WRONG_EARNINGS = statement(
  `select coalesce(unpaid.seller_profile_id, posted.seller_profile_id) as id,
     coalesce(unpaid.cents, 0) as expected, coalesce(posted.cents, 0) as found
   from (
     select seller_profile_id, sum(amount_cents) as cents from payout_item
     where paid_at is null and status <> 'reversed' group by 1
   ) as unpaid full join (
     select seller_profile_id, ${SIGNED('artist_earnings')} from ledger_transfer
     where 'artist_earnings' in (debit, credit) group by 1
   ) as posted using (seller_profile_id)
   where coalesce(unpaid.cents, 0) <> coalesce(posted.cents, 0)`,
  DIFFERENCE,
);

/** Of each account and day, with what is not sealed yet. */
const WRONG_BALANCES = statement(
  `select concat_ws(' on ', account, day) as id,
     coalesce(posted.debit_cents - posted.credit_cents, 0) as expected,
     coalesce(summed.debit_cents - summed.credit_cents, 0) as found
   from (
     select account, day, sum(debit_cents) as debit_cents, sum(credit_cents) as credit_cents
     from (${sidesOf('select * from ledger_transfer')}) as side group by 1, 2
   ) as posted full join (
     select account, day, sum(debit_cents) as debit_cents, sum(credit_cents) as credit_cents from (
       select account, day, debit_cents, credit_cents from ledger_balance
       union all ${sidesOf(UNSEALED)}
     ) as side group by 1, 2
   ) as summed using (account, day)
   where (posted.debit_cents, posted.credit_cents) is distinct from (summed.debit_cents, summed.credit_cents)`,
  { id: text, expected: integer, found: integer },
);

const SEALED = statement(
  `select (select count(*) from ledger_transfer) as expected,
     (select coalesce(sum(transfers), 0) from ledger_block)
       + (select count(*) from ledger_unsealed join ledger_transfer using (transaction_id)) as found`,
  { expected: integer, found: integer },
);
