import { Migration } from '@mikro-orm/migrations';

/**
 * The words of products next to their rank, for index-only scans in order of popularity. Long texts are cut so that each entry
 * fits into an index page. The service fills the column by deriving all products again; until then searches use the trigram index
 * more often.
 */
export default class PopularWords extends Migration {
  override up(): void {
    this.addSql(`alter table product_count add column search_text text not null default ''`);
    this.addSql(`
      create index product_count_words on product_count (likes_count desc, created_at desc, id desc)
      include (seller_profile_id, search_text) where is_listed`);
    // Index-only scans need the visibility map, which likes invalidate and only a vacuum renews.
    this.addSql('alter table product_count set (autovacuum_vacuum_scale_factor = 0.02)');
    this.addSql(`
      insert into derivation (touched, after_id, event_id)
      select '"all"', '00000000-0000-0000-0000-000000000000', gen_random_uuid()
      where exists (select from store_product)`);
  }
}
