import { type PageRequest, pageOf } from '@estampa/kernel/page';
import { mustReachAll } from '@estampa/kit/rpc/caller';
import type { Context } from '../../context.ts';
import { financePeriods } from '../../db/finance-period-repository.ts';
import { ledgerSums } from '../../db/ledger-sum-repository.ts';
import { boundsOf, monthAt, monthOf, monthsBetween, type Period } from '../../domain/finance-period.ts';

/** Months from the first one in which something was posted to the present one, the last one first. */
export async function listPeriods(
  { em, caller, now }: Context,
  page: PageRequest,
): Promise<{ periods: Period[]; total: number }> {
  mustReachAll(caller);
  const { skip, limit } = pageOf(page);
  const [closed, firstDay] = await Promise.all([financePeriods.findAll(em), ledgerSums.findFirstDay(em)]);
  const present = monthAt(now());
  const first = closed.at(-1)?.month ?? (firstDay ? monthOf(firstDay) : present);
  const months = monthsBetween(first, present);
  const periods = months.slice(skip, skip + limit).map((month) => ({
    month,
    ...boundsOf(month),
    closed: closed.find((one) => one.month === month) ?? null,
  }));
  return { periods, total: months.length };
}
