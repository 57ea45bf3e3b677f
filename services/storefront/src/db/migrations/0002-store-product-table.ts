import { Migration } from '@mikro-orm/migrations';

/** What the public store shows: one row a product, with an index for every order and filter of its lists. */
export default class StoreProductTable extends Migration {
  override up(): void {
    this.addSql(`
      create table store_product (
        id uuid primary key,
        seller_profile_id uuid not null,
        product_type_id uuid not null,
        artwork_id uuid not null,
        is_listed boolean not null,
        is_archived boolean not null,
        slug text,
        title text not null,
        product_type_slug text,
        product_type_name text,
        min_price_cents int,
        max_price_cents int,
        thumbnail_url text,
        search_text text,
        created_at timestamptz not null,
        page_head text,
        page_tail text,
        likes_count int not null default 0
      )`);
    const listed = (name: string, columns: string) =>
      this.addSql(`create index store_product_${name} on store_product (${columns}) where is_listed`);
    listed('slug', 'seller_profile_id, slug');
    listed('newest', 'seller_profile_id, created_at desc, id desc');
    listed('price_asc', 'seller_profile_id, min_price_cents, created_at desc, id desc');
    listed('price_desc', 'seller_profile_id, min_price_cents desc nulls last, created_at desc, id desc');
    listed('popular', 'seller_profile_id, likes_count desc, created_at desc, id desc');
    listed('product_type', 'seller_profile_id, product_type_slug, created_at desc, id desc');
    listed('same_artwork', 'artwork_id, created_at desc, id desc, seller_profile_id');
    listed('recommended', 'product_type_id, created_at desc, id desc, seller_profile_id');
    this.addSql('create index store_product_seller on store_product (seller_profile_id) where not is_archived');
  }
}
