import { Migration } from '@mikro-orm/migrations';

export default class CancelLabels extends Migration {
  override up(): void {
    this.addSql('alter table shipment add column cancel_requested_at timestamptz');
    this.addSql('create index shipment_of_label on shipment (label_id) where label_id is not null');
  }
}
