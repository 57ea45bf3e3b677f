import { Migration } from '@mikro-orm/migrations';

/** What is swept by age: sales by their day, those that are none by when they were told. */
export default class OldSales extends Migration {
  override up(): void {
    this.addSql('alter table sale add told_at timestamptz not null default now()');
    this.addSql('create index sale_not_sold on sale (told_at) where sold_on is null');
  }
}
