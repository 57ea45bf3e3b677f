import { ApartMigration } from '@estampa/kit/postgres/apart-migration';

/**
 * Disputes that were open before there was a trigger to follow them. Payments are read beside their writers; those of disputes are locked,
 * so none ends unseen in between.
 */
export default class DisputesSoFar extends ApartMigration {
  static override readonly statements = [
    `insert into payment_dispute (order_id, payment_id, provider, provider_payment_id, amount_cents, opened_at)
     select p.order_id, p.id, p.provider, p.provider_payment_id, coalesce(p.paid_cents, p.amount_cents) - p.refunded_cents,
       coalesce((select max(m.seen_at) from provider_movement as m where m.payment_id = p.id and m.kind = 'dispute'), now())
     from payment as p where p.status = 'disputed' and p.provider_payment_id is not null for share of p
     on conflict (payment_id) where ended_at is null do nothing`,
  ];
}
