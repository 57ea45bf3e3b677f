import { Migration } from '@mikro-orm/migrations';

/** Supports pruning by age: sales by their day, unpaid and refunded orders by when they were received. */
export default class OldSales extends Migration {
  override up(): void {
    this.addSql('alter table sale add told_at timestamptz not null default now()');
    this.addSql('create index sale_not_sold on sale (told_at) where sold_on is null');
  }
}
