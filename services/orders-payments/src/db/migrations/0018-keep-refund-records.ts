import { Migration } from '@mikro-orm/migrations';

/**
 * The amount that was really paid, orders that are being cancelled, and records of refunds: their lines, the provider's reason
 * for a rejection, and the note of a person who ended one by hand.
 */
export default class KeepRefundRecords extends Migration {
  override up(): void {
    this.addSql('alter table customer_order add column is_closing boolean not null default false');
    this.addSql('alter table payment add column paid_cents int');
    this.addSql(`
      alter table refund
        add column lines jsonb,
        add column refusal text,
        add column ended_by_hand text,
        add column note text`);
  }
}
