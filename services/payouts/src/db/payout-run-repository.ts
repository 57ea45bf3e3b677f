import { notFound } from '@estampa/kernel/errors';
import { type EntityManager, LockMode } from '@mikro-orm/postgresql';
import { payoutRun, type PayoutRunRow } from './tables/payout-run.ts';

export const payoutRuns = {
  async find(em: EntityManager, id: string): Promise<PayoutRunRow> {
    const found = await BY_ID.first(em, [id]);
    if (!found) throw notFound('payout run', id);
    return found;
  },

  /** To be changed. */
  async lock(tx: EntityManager, id: string): Promise<PayoutRunRow> {
    const found = await tx.findOne(payoutRun.Row, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (!found) throw notFound('payout run', id);
    return found;
  },

  /** There at once, so that its transfers can refer to it. */
  async insert(tx: EntityManager, row: PayoutRunRow): Promise<PayoutRunRow> {
    const inserted = payoutRun.insert(tx, row);
    await tx.flush();
    return inserted;
  },

  /** Written with the commit. */
  save: (tx: EntityManager, row: PayoutRunRow, change: Partial<PayoutRunRow>): PayoutRunRow => tx.assign(row, change),
};

const BY_ID = payoutRun.select('r', 'where r.id = $1');
