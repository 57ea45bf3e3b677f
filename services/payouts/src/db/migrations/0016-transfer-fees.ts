import { Migration } from '@mikro-orm/migrations';

/**
 * What the provider takes for transfers is posted, of a batch as a whole; and transfers that left the account are kept until, and after,
 * one of ours explains them.
 */
export default class TransferFees extends Migration {
  override up(): void {
    this.addSql('alter table pix_transfer add column fee_cents int');
    this.addSql('alter table ledger_transfer alter column order_id drop not null');
    this.#replace(
      'kind',
      `kind in ('order_approved', 'refunded', 'item_returned', 'earning_forfeited', 'payout_paid', 'transfer_fee')`,
    );
    this.#replace('of_payout', `(payout_id is not null) = ('payouts' in (debit, credit) or kind = 'transfer_fee')`);
    this.#replace('of_order', `order_id is not null or kind = 'transfer_fee'`);
    this.addSql(`
      create table provider_transfer (
        provider_id text primary key,
        reference uuid,
        amount_cents bigint not null,
        seen_at timestamptz(3) not null,
        matched_at timestamptz(3)
      )`);
    this.addSql('create index provider_transfer_unmatched on provider_transfer (seen_at) where matched_at is null');
  }

  /** Of rows that are there it is true, so they are not read while the table is locked. */
  #replace(name: string, condition: string): void {
    this.addSql(`alter table ledger_transfer drop constraint if exists ledger_transfer_${name}`);
    this.addSql(`alter table ledger_transfer add constraint ledger_transfer_${name} check (${condition}) not valid`);
  }
}
