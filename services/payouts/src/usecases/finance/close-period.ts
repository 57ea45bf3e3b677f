import { daysBefore } from '@estampa/kernel/days';
import { mustReachAll } from '@estampa/kit/rpc/caller';
import type { TransactionBody } from '@estampa/kit/postgres/transact';
import { recordAudit } from '@estampa/kit/service/audit';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Context } from '../../context.ts';
import { closedPeriod } from '../../db/closed-period.ts';
import { financePeriods, type PeriodRow } from '../../db/finance-period-repository.ts';
import { ledgerBlocks } from '../../db/ledger-block-repository.ts';
import { BEFORE_FIRST } from '../../db/ledger-chain.ts';
import { ledgerSums } from '../../db/ledger-sum-repository.ts';
import { firstDayOf, monthAfter, monthOf, mustBeClosable, type ClosedPeriod } from '../../domain/finance-period.ts';
import { mustBeSummed } from './get-report.ts';

/** Freezes a month that is over: what still would be posted into it is posted into the one that is open. Repeating it changes nothing. */
export function closePeriod({ caller, now }: Context, month: string): TransactionBody<PeriodRow> {
  const { userId } = mustReachAll(caller);
  return async (tx) => {
    const known = await financePeriods.find(tx, month);
    if (known) return known;
    await mustBeSummed(tx);
    await financePeriods.lockPostings(tx);
    // Who came first while this one waited has closed it.
    const closed = await financePeriods.find(tx, month);
    if (closed) return closed;
    const period = { ...(await freeze(tx, month, now())), closedAt: now(), closedBy: userId };
    financePeriods.insert(tx, period);
    const changes = (['digest', 'block'] as const).map((field) => ({ field, after: period[field] }));
    recordAudit(tx, { action: 'finance_period_closed', subject: `finance_period:${month}`, changes });
    return period;
  };
}

/** All of the month is sealed and summed by then, as its sums do not change any more. */
async function freeze(tx: EntityManager, month: string, now: Date): Promise<ClosedPeriod> {
  const [last, firstDay] = [await financePeriods.findLast(tx), await ledgerSums.findFirstDay(tx)];
  mustBeClosable(month, { last, first: firstDay ? monthOf(firstDay) : undefined, now });
  await ledgerBlocks.sealAll(tx);
  await ledgerSums.addAll(tx);
  const days = { from: firstDayOf(month), to: daysBefore(firstDayOf(monthAfter(month)), 1) };
  const moved = (await ledgerSums.findMoved(tx, days)).map(({ subject: _all, ...one }) => one);
  const head = (await ledgerBlocks.findHead(tx)) ?? {
    number: BEFORE_FIRST.number,
    hash: BEFORE_FIRST.hash.toString('hex'),
  };
  return closedPeriod(month, moved, last, head);
}
