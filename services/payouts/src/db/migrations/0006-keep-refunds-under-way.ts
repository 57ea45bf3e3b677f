import { Migration } from '@mikro-orm/migrations';

export default class KeepRefundsUnderWay extends Migration {
  override up(): void {
    this.addSql('alter table sold_item add column is_refund_under_way boolean not null default false');
  }
}
