import { saoPauloInstant } from '@estampa/kernel/days';
import { positionAt } from '@estampa/kernel/cursor';
import { type Batch, batchesFrom, positionOf } from '@estampa/kit/postgres/scan';
import { transact } from '@estampa/kit/postgres/transact';
import { mustReachAll } from '@estampa/kit/rpc/caller';
import { exportAudit, recordAudit } from '@estampa/kit/service/audit';
import { Slots } from '@estampa/kit/service/slots';
import type { Context } from '../../context.ts';
import { type ReportRow, rowsOf } from '../../domain/finance-report.ts';
import { movedBy, mustBeSummed, type ReportRequest, sellersAfter } from './get-report.ts';

const SELLERS_AT_ONCE = 200;
/** Of the connections of background work, as other exports. */
const EXPORTS = new Slots({ ofCaller: 1, ofAll: 2 });

/** The same report with all of its rows, which is audited. */
export async function* exportReport(
  { em, caller }: Context,
  { cursor, ...wanted }: ReportRequest & { cursor?: string | undefined },
): AsyncGenerator<Batch<ReportRow>> {
  const { userId } = mustReachAll(caller);
  using _ = EXPORTS.take(userId, { continues: cursor !== undefined });
  await mustBeSummed(em);
  if (!cursor) {
    const exported = exportAudit('finance_report_exported', 'finance_report', { shown: wanted, hidden: {} });
    await transact(em, async (tx) => recordAudit(tx, exported));
  }
  if (wanted.by !== 'seller') {
    yield { rows: rowsOf(await movedBy(em, wanted)), cursor: null };
    return;
  }
  const begin = positionAt(saoPauloInstant(`${wanted.from}T00:00:00`), '');
  yield* batchesFrom(cursor ? positionOf(cursor) : begin, async ({ at, id }) => {
    const { rows, last } = await sellersAfter(em, wanted, id, SELLERS_AT_ONCE);
    return { rows, cursor: last ? `${at} ${last}` : null };
  });
}
