import { SAO_PAULO } from '@estampa/kernel/days';
import type { Page } from '@estampa/kernel/page';
import { bigint, boolean, date, integer, nullable, oneOf, text, timestamp, uuid } from '@estampa/kit/postgres/columns';
import { listedAsJson, rows } from '@estampa/kit/postgres/rows';
import { statement } from '@estampa/kit/postgres/statement';
import type { EntityManager } from '@mikro-orm/postgresql';
import { RESPOND_WITHIN_DAYS, DISPUTE_OUTCOMES, type DisputeDetails } from '../domain/dispute.ts';
import { orderItem } from './tables/order-item.ts';

/** Disputes of payments; a trigger of `payment` opens and ends them. */
export const disputes = {
  /** Open ones first, by the day until which they can be responded to; then those that have ended, the last one first. */
  findPage: (em: EntityManager, { skip, limit }: Page) => PAGE.all(em, [limit, skip]),
  count: async (em: EntityManager): Promise<number> => (await COUNT.first(em, []))!.count,

  /** How many wait for a response, by the last day for it. */
  countByDay: (em: EntityManager): Promise<{ respondBy: string; count: number }[]> => BY_DAY.all(em, []),

  find: (em: EntityManager, id: string): Promise<DisputeRow | undefined> => BY_ID.first(em, [id]),

  /** The same, and nobody else changes it meanwhile. */
  async lock(tx: EntityManager, id: string): Promise<DisputeRow | undefined> {
    await LOCK.all(tx, [id]);
    return disputes.find(tx, id);
  },

  /** What the provider shows of the one that is open. Goes out with the commit, after the payment that opens it. */
  saveDetails(
    tx: EntityManager,
    provider: string,
    providerPaymentId: string,
    { reason, respondBy }: DisputeDetails,
  ): void {
    SAVE_DETAILS.onCommit(tx, [provider, providerPaymentId, reason, respondBy]);
  },

  async saveResponse(
    tx: EntityManager,
    id: string,
    { respondedAt, respondedBy, note }: DisputeResponse,
  ): Promise<void> {
    await SAVE_RESPONSE.all(tx, [id, respondedAt, respondedBy, note]);
  },
};

export type DisputeResponse = { respondedAt: Date | null; respondedBy: string | null; note: string | null };

const ITEM = orderItem.pick('id', 'title', 'trackingCode', 'shippedAt', 'deliveredAt');
const RESPOND_BY = `coalesce(d.respond_by, (d.opened_at at time zone '${SAO_PAULO}')::date + ${RESPOND_WITHIN_DAYS})`;
const COLUMNS = {
  id: uuid,
  orderId: uuid,
  orderNumber: integer,
  paymentId: uuid,
  provider: text,
  providerPaymentId: text,
  amountCents: bigint,
  openedAt: timestamp,
  endedAt: nullable(timestamp),
  outcome: nullable(oneOf(DISPUTE_OUTCOMES)),
  reason: nullable(text),
  respondBy: date,
  isRespondByAssumed: boolean,
  respondedAt: nullable(timestamp),
  respondedBy: nullable(uuid),
  note: nullable(text),
  paidAt: nullable(timestamp),
  /** Of the order. */
  orderPaidAt: nullable(timestamp),
  items: rows(ITEM),
};
const DISPUTE = `select d.id, d.order_id as "orderId", o.order_number as "orderNumber", d.payment_id as "paymentId", d.provider,
    d.provider_payment_id as "providerPaymentId", d.amount_cents as "amountCents", d.opened_at as "openedAt", d.ended_at as "endedAt",
    d.outcome, d.reason, ${RESPOND_BY}::text as "respondBy", d.respond_by is null as "isRespondByAssumed",
    d.responded_at as "respondedAt", d.responded_by as "respondedBy", d.note, p.paid_at as "paidAt",
    o.paid_at as "orderPaidAt", ${listedAsJson(ITEM, 'i', 'order_item as i where i.order_id = d.order_id order by i.line')} as items
  from payment_dispute as d join customer_order as o on o.id = d.order_id join payment as p on p.id = d.payment_id`;

const PAGE = statement(
  `${DISPUTE} order by (d.ended_at is not null), (d.responded_at is not null and d.ended_at is null),
     case when d.ended_at is null then ${RESPOND_BY} end, d.ended_at desc, d.id limit $1 offset $2`,
  COLUMNS,
);
const COUNT = statement('select count(*) as count from payment_dispute', { count: integer });
const BY_DAY = statement(
  `select ${RESPOND_BY}::text as "respondBy", count(*) as count from payment_dispute as d
   where d.ended_at is null and d.responded_at is null group by 1`,
  { respondBy: COLUMNS.respondBy, count: integer },
);
const BY_ID = statement(`${DISPUTE} where d.id = $1`, COLUMNS);
const LOCK = statement('select from payment_dispute where id = $1 for update', {});
const SAVE_DETAILS = statement(
  `update payment_dispute set reason = coalesce($3, reason), respond_by = coalesce($4::date, respond_by)
   where provider = $1 and provider_payment_id = $2 and ended_at is null`,
  {},
);
const SAVE_RESPONSE = statement(
  'update payment_dispute set responded_at = $2, responded_by = $3, note = $4 where id = $1',
  {},
);

export type DisputeRow = ReturnType<ReturnType<typeof BY_ID.with>['decode']>;
