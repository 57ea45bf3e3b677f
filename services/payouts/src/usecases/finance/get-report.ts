import { fromCursor, markOf, positionAt, toCursor } from '@estampa/kernel/cursor';
import { saoPauloInstant } from '@estampa/kernel/days';
import { DomainError } from '@estampa/kernel/errors';
import { pageOf } from '@estampa/kernel/page';
import { mustReachAll } from '@estampa/kit/rpc/caller';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Context } from '../../context.ts';
import { type Days, type Grain, ledgerSums } from '../../db/ledger-sum-repository.ts';
import { type Figures, figuresOf, type ReportRow, rowsOf } from '../../domain/finance-report.ts';

export type ReportRequest = Days & { by: Grain };
type Report = { rows: ReportRow[]; total: Figures; nextCursor: string | undefined };

const RETRY_AFTER_SECONDS = 30;
/** Before the first seller. */
const BEFORE_FIRST = '';

/** What was posted on some days, in rows by day, product type or seller. */
export async function getReport(
  { em, caller }: Context,
  { limit, cursor, ...wanted }: ReportRequest & { limit: number; cursor?: string | undefined },
): Promise<Report> {
  mustReachAll(caller);
  await mustBeSummed(em);
  if (wanted.by !== 'seller') {
    const moved = await movedBy(em, wanted);
    return { rows: rowsOf(moved), total: figuresOf(moved), nextCursor: undefined };
  }
  const mark = markOf('finance-report', wanted);
  const after = cursor ? fromCursor(cursor, mark).id : BEFORE_FIRST;
  const { rows, last } = await sellersAfter(em, wanted, after, pageOf({ limit }).limit);
  const total = figuresOf(await ledgerSums.findByDay(em, wanted));
  const begin = saoPauloInstant(`${wanted.from}T00:00:00`);
  return { rows, total, nextCursor: last && toCursor(positionAt(begin, last), mark) };
}

/** All rows by day or product type. */
export const movedBy = (em: EntityManager, { by, ...days }: ReportRequest) =>
  by === 'type' ? ledgerSums.findByType(em, days) : ledgerSums.findByDay(em, days);

/** Some sellers; `last` continues after them where there may be more. */
export async function sellersAfter(
  em: EntityManager,
  days: Days,
  after: string,
  limit: number,
): Promise<{ rows: ReportRow[]; last: string | undefined }> {
  const rows = rowsOf(await ledgerSums.findBySeller(em, days, after, limit));
  return { rows, last: rows.length === limit ? rows.at(-1)!.subject : undefined };
}

/** After an upgrade the sums begin with the first block there ever was. */
export async function mustBeSummed(em: EntityManager): Promise<void> {
  if (!(await ledgerSums.isBehind(em))) return;
  const message = 'Too much of the ledger is not in the sums yet: a job adds it, try again soon';
  throw new DomainError('unavailable', 'sums_behind', message, { retryAfterSeconds: RETRY_AFTER_SECONDS });
}
