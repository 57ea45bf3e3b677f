import { Migration } from '@mikro-orm/migrations';

export default class Invoices extends Migration {
  override up(): void {
    this.addSql('alter table shipment add column invoice_key text');
  }
}
