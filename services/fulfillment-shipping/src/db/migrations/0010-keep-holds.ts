import { Migration } from '@mikro-orm/migrations';

export default class KeepHolds extends Migration {
  override up(): void {
    this.addSql(`
      alter table sold_order add column is_disputed boolean not null default false,
        add column is_refund_under_way boolean not null default false`);
  }
}
