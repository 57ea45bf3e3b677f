import { Migration } from '@mikro-orm/migrations';

export default class IndexGivenUpLabels extends Migration {
  override up(): void {
    this.addSql(`
      create index shipment_label_given_up on shipment (id)
      where next_attempt_at is null and label_url is null and error is not null and status <> 'cancelled'`);
  }
}
