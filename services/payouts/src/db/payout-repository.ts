import { notFound } from '@estampa/kernel/errors';
import { integer } from '@estampa/kit/postgres/columns';
import { pagedList } from '@estampa/kit/postgres/paged-list';
import { selected } from '@estampa/kit/postgres/rows';
import { statement } from '@estampa/kit/postgres/statement';
import type { EntityManager } from '@mikro-orm/postgresql';
import { lockSellers } from './lock-sellers.ts';
import { payout, type PayoutRow } from './tables/payout.ts';

const LIST = pagedList({
  table: 'payout',
  conditions: { sellerProfileId: 'seller_profile_id = ?', status: 'status = ?', updatedSince: 'updated_at >= ?' },
  changedSince: 'updatedSince',
  selected: selected(payout.columns, 'r'),
  columns: payout.columns,
});

/** Batches of payout items. What changes one has the lock of its seller first. */
export const payouts = {
  /** To be shown; what does not exist is left out. */
  find: (em: EntityManager, ids: readonly string[]): Promise<PayoutRow[]> => BY_IDS.all(em, [ids]),

  /** Pages of them, newest first, or what changed since an instant with the latest change last. */
  findPage: LIST.find,

  /** The batch, and with it the right to change what its seller is owed. */
  async lock(tx: EntityManager, id: string): Promise<PayoutRow> {
    const known = await SELLER.first(tx, [id]);
    if (!known) throw notFound('payout', id);
    await lockSellers(tx, [known.sellerProfileId]);
    return tx.findOneOrFail(payout.Row, { id });
  },

  /** To be changed: some whose sellers are locked. */
  findLocked: (tx: EntityManager, ids: readonly string[]): Promise<PayoutRow[]> =>
    ids.length > 0 ? tx.find(payout.Row, { id: { $in: [...ids] } }) : Promise.resolve([]),

  /** How many of a seller's are to be paid or are being paid. */
  countOpen: async (em: EntityManager, sellerProfileId: string): Promise<number> =>
    (await OPEN.first(em, [sellerProfileId]))!.count,

  /** There at once, so that its items can refer to it. */
  async insert(tx: EntityManager, row: PayoutRow): Promise<PayoutRow> {
    const inserted = payout.insert(tx, row);
    await tx.flush();
    return inserted;
  },

  /** Written with the commit. */
  save: (tx: EntityManager, row: PayoutRow, change: Partial<PayoutRow>): PayoutRow => tx.assign(row, change),
};

const BY_IDS = payout.select('p', 'where p.id = any($1::uuid[])');
const OPEN = statement(
  `select count(*) as count from payout where seller_profile_id = $1 and status in ('pending', 'sending')`,
  { count: integer },
);
const SELLER = statement(
  'select seller_profile_id as "sellerProfileId" from payout where id = $1',
  payout.pick('sellerProfileId'),
);
