import { takenFrom, toRecord } from '@estampa/kit/postgres/rows';
import { text } from '@estampa/kit/postgres/columns';
import { statement } from '@estampa/kit/postgres/statement';
import type { EntityManager } from '@mikro-orm/postgresql';
import { PAYMENT_CHANGES, type PaymentRow } from './payment-row.ts';

/**
 * Writes down the charge of an order's only attempt, and that a notice of it is old news; false when anything has happened to
 * the order or the attempt since that was claimed, then nothing was written.
 */
export async function saveFirstCharge(em: EntityManager, payment: PaymentRow): Promise<boolean> {
  return Boolean(await SAVE.first(em, [toRecord(payment)]));
}

const SAVE = statement(
  `with charged as materialized (
     select * from jsonb_populate_record(null::payment, $1)
   ), held as materialized (
     select o.id from customer_order as o join charged on o.id = charged.order_id
     where o.payment_status in ('pending', 'rejected') and o.current_payment_id = charged.id for update of o
   ), saved as (
     update payment as p set ${takenFrom('charged', PAYMENT_CHANGES)} from held, charged
     where p.id = charged.id and p.order_id = held.id and p.tries = charged.tries
       and p.status = 'pending' and p.preference_id is null and p.cancel_requested_at is null
       and not exists (select from payment as other where other.order_id = held.id and other.id <> charged.id)
     returning p.id, p.provider, p.provider_payment_id
   ), noticed as (
     update payment_notice as n set applied_at = now(), outcome = 'charge_known' from saved
     where n.provider = saved.provider and n.provider_payment_id = saved.provider_payment_id
       and n.is_new_charge and n.applied_at is null
   )
   select id from saved`,
  { id: text },
);
