import { Migration } from '@mikro-orm/migrations';

export default class CountRefusals extends Migration {
  override up(): void {
    this.addSql('alter table shipment add column refusals int not null default 0');
  }
}
