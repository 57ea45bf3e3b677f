import { Migration } from '@mikro-orm/migrations';

/** When a batch was last changed. Batches are few, so all are filled at once. */
export default class KeepPayoutChanges extends Migration {
  override up(): void {
    this.addSql('alter table payout add column updated_at timestamptz not null default now()');
    this.addSql('update payout set updated_at = greatest(created_at, paid_at, failed_at)');
    this.addSql('create index payout_changed on payout (updated_at, id)');
    this.addSql('create index payout_changed_of_seller on payout (seller_profile_id, updated_at, id)');
  }
}
