import { pagedList } from '@estampa/kit/postgres/paged-list';
import { selected } from '@estampa/kit/postgres/rows';
import type { EntityManager } from '@mikro-orm/postgresql';
import { PAYOUT_ITEMS_MAX } from '../domain/payout.ts';
import { lockSellers } from './lock-sellers.ts';
import { CONDITIONS } from './payout-item-export.ts';
import { payoutSums } from './payout-sum-repository.ts';
import type { PayoutRow } from './tables/payout.ts';
import { payoutItem, type PayoutItemRow } from './tables/payout-item.ts';
import type { SoldAs, SoldItemRow } from './tables/sold-item.ts';

type Batch = Pick<PayoutRow, 'itemIds'>;
export type KnownSale = SoldItemRow & { sale: SoldAs };

const LIST = pagedList({
  table: 'payout_item',
  conditions: CONDITIONS,
  // Those of an order are few.
  counted: ({ orderId, ...summed }) => (orderId === undefined ? { total: payoutSums.countQuery(summed) } : undefined),
  selected: selected(payoutItem.columns, 'r'),
  columns: payoutItem.columns,
});

/** Entries of what sellers are owed. What changes one has the lock of its seller first. */
export const payoutItems = {
  /** For views, by id: full batches contain thousands, too many for units of work. */
  async find(em: EntityManager, ids: readonly string[]): Promise<ReadonlyMap<string, PayoutItemRow>> {
    return byId(await BY_IDS.all(em, [ids]));
  },

  /** A page of the entries that match all filters, newest first. */
  findPage: LIST.find,

  /** The entries of sold items; locks their sellers. */
  async lock(tx: EntityManager, sold: readonly KnownSale[]): Promise<PayoutItemRow[]> {
    await lockSellers(
      tx,
      sold.map(({ sale }) => sale.sellerProfileId),
    );
    const orderItemIds = sold.map(({ orderItemId }) => orderItemId);
    return tx.find(payoutItem.Row, { orderItemId: { $in: orderItemIds } }, OLDEST_FIRST);
  },

  /** The wanted ones whatever their state, or all payable sales, oldest first; with them what the seller owes back. Locks the seller. */
  async lockPayable(
    tx: EntityManager,
    sellerProfileId: string,
    wantedIds: readonly string[] | null,
  ): Promise<PayoutItemRow[]> {
    await lockSellers(tx, [sellerProfileId]);
    const payable = { sellerProfileId, status: 'releasable' as const, payoutId: null };
    const find = (type: PayoutItemRow['type'], limit: number) =>
      tx.find(payoutItem.Row, { ...payable, type }, { ...OLDEST_FIRST, limit });
    const owed = await find('adjustment', PAYOUT_ITEMS_MAX - 1);
    const sales = wantedIds
      ? await tx.find(payoutItem.Row, { id: { $in: [...wantedIds] } })
      : await find('sale', Math.max(PAYOUT_ITEMS_MAX - owed.length, 1));
    return [...new Set([...sales, ...owed])];
  },

  /** To be changed: those of a batch whose seller is locked, in the order in which it names them. */
  async findLocked(tx: EntityManager, { itemIds }: Batch): Promise<PayoutItemRow[]> {
    const items = byId(await tx.find(payoutItem.Row, { id: { $in: itemIds } }));
    return itemIds.flatMap((id) => items.get(id) ?? []);
  },

  /** Written with the commit. */
  insert: (tx: EntityManager, row: PayoutItemRow): PayoutItemRow => payoutItem.insert(tx, row),

  /** Written with the commit. */
  save: (tx: EntityManager, row: PayoutItemRow, change: Partial<PayoutItemRow>): PayoutItemRow =>
    tx.assign(row, change),
};

const OLDEST_FIRST = { orderBy: { id: 'asc' } } as const;

const byId = (items: readonly PayoutItemRow[]) => new Map(items.map((item) => [item.id, item]));

const BY_IDS = payoutItem.select('i', 'where i.id = any($1::uuid[])');
