import { Migration } from '@mikro-orm/migrations';

export default class AsynchronousLabels extends Migration {
  override up(): void {
    this.addSql('alter table shipment add column generation_requested_at timestamptz');
  }
}
