import { notFound } from '@estampa/kernel/errors';
import { statement } from '@estampa/kit/postgres/statement';
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

  hasRunOf: async (em: EntityManager, day: string): Promise<boolean> => (await OF_DAY.first(em, [day])) !== undefined,

  /** Until the transaction ends no other one makes the run of a day. */
  async lockDay(tx: EntityManager, day: string): Promise<void> {
    await LOCK_DAY.all(tx, [day]);
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

const OF_DAY = payoutRun.select('r', 'where r.scheduled_for = $1');
const LOCK_DAY = statement(`select pg_advisory_xact_lock(hashtextextended('payout_run:' || $1::text, 0))`, {});
const BY_ID = payoutRun.select('r', 'where r.id = $1');
