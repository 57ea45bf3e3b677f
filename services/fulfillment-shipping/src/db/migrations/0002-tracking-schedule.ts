import { Migration } from '@mikro-orm/migrations';

export default class TrackingSchedule extends Migration {
  override up(): void {
    this.addSql('alter table shipment add column next_track_at timestamptz');
    this.addSql(`
      update shipment set next_track_at = coalesce(last_checked_at, created_at)
      where checkout_requested_at is not null and status not in ('delivered', 'cancelled')`);
    this.addSql('drop index shipment_on_its_way');
    this.addSql('create index shipment_track_due on shipment (next_track_at, id) where next_track_at is not null');
  }
}
