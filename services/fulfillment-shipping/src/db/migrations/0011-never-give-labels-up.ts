import { Migration } from '@mikro-orm/migrations';

/** A cancellation that was given up, its label not posted, is tried again. */
export default class NeverGiveLabelsUp extends Migration {
  override up(): void {
    this.addSql('alter table shipment add column lacks_balance boolean not null default false');
    this.addSql(`
      update shipment set next_attempt_at = now()
      where cancel_requested_at is not null and next_attempt_at is null and error is not null and posted_at is null
        and status not in ('cancelled', 'delivered')`);
  }
}
