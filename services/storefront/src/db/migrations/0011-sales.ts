import { Migration } from '@mikro-orm/migrations';

/**
 * Units sold by product, artwork and store: in total, and since the first of the last thirty days. The job that moves that day
 * also fills in earlier sales.
 */
export default class Sales extends Migration {
  override up(): void {
    this.addSql(`
      create table sales_count (
        kind text not null check (kind in ('product', 'artwork', 'store')),
        id uuid not null,
        recent int not null,
        total int not null,
        primary key (kind, id)
      )`);
    this.addSql('create index sales_count_recent on sales_count (kind, recent desc, id desc) where recent > 0');
    this.addSql('create index sales_count_total on sales_count (kind, total desc, id desc) where total > 0');
    this.addSql(`
      create table sales_window (
        is_the_one boolean primary key default true check (is_the_one),
        since date not null
      )`);
    this.addSql(`insert into sales_window (since) values ('-infinity')`);
    this.addSql(`
      insert into sales_count (kind, id, recent, total)
      select k.kind, k.id, sum(s.quantity), sum(s.quantity)
      from sale s cross join lateral (
        values ('product', s.seller_product_id), ('artwork', s.artwork_id), ('store', s.seller_profile_id)
      ) as k (kind, id)
      where s.sold_on is not null group by k.kind, k.id`);
    const listed = (name: string, columns: string) =>
      this.addSql(`create index store_product_${name} on store_product (${columns}) where is_listed`);
    listed('all_newest', 'created_at desc, id desc');
    listed('designs', 'seller_profile_id, artwork_id');
  }
}
