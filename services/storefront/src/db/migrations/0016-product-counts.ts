import { Migration } from '@mikro-orm/migrations';

/**
 * Separates the likes of products from what is shown of them, so that a like rewrites neither a wide row nor its entries in all
 * indexes. The old column stays for the previous version.
 */
export default class ProductCounts extends Migration {
  override up(): void {
    this.addSql(`
      create table product_count (
        id uuid primary key,
        seller_profile_id uuid not null,
        is_listed boolean not null,
        is_archived boolean not null,
        created_at timestamptz not null,
        likes_count int not null default 0
      ) with (fillfactor = 70)`);
    this.addSql(`
      insert into product_count (id, seller_profile_id, is_listed, is_archived, created_at, likes_count)
      select id, seller_profile_id, is_listed, is_archived, created_at, likes_count from store_product`);
    this.addSql(`
      create index product_count_popular on product_count
        (seller_profile_id, is_listed, likes_count desc, created_at desc, id desc)`);
    this.addSql('drop index store_product_popular');
    // Leaves room for HOT updates: the counts of a store are in no index.
    this.addSql('alter table store set (fillfactor = 70)');
  }
}
