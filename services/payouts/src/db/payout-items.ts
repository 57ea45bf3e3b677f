import { selected } from '@estampa/kit/postgres/rows';
import { integer, json, moment, nullable, oneOf, statement, text } from '@estampa/kit/postgres/statement';
import type { EntityManager } from '@mikro-orm/postgresql';
import { type Breakdown, PAYOUT_ITEM_TYPES, type PayoutItem } from '../domain/payout-item.ts';
import { PAYOUT_ITEM_STATUSES } from '../domain/standing.ts';
import type { PayoutRow } from './payout.entity.ts';

export type PayoutWithItems = { payout: PayoutRow; items: readonly PayoutItem[] };

const ITEM = {
  id: text,
  type: oneOf(PAYOUT_ITEM_TYPES),
  orderId: text,
  orderNumber: integer,
  orderItemId: text,
  sellerProfileId: text,
  title: text,
  quantity: integer,
  amountCents: integer,
  status: oneOf(PAYOUT_ITEM_STATUSES),
  payoutId: nullable(text),
  heldAt: nullable(moment),
  releasableAt: nullable(moment),
  reversedAt: nullable(moment),
  paidAt: nullable(moment),
  breakdown: json<Breakdown>(),
  version: integer,
  createdAt: moment,
};

/** To be shown: full batches hold thousands of items, too many for units of work. */
export async function withItems(em: EntityManager, payouts: readonly PayoutRow[]): Promise<PayoutWithItems[]> {
  const items: PayoutItem[] = await ITEMS.all(em, [payouts.flatMap(({ itemIds }) => itemIds)]);
  const byId = new Map(items.map((item) => [item.id, item]));
  return payouts.map((payout) => ({ payout, items: payout.itemIds.flatMap((id) => byId.get(id) ?? []) }));
}

const ITEMS = statement(`select ${selected(ITEM, 'i')} from payout_item as i where i.id = any($1::uuid[])`, ITEM);
