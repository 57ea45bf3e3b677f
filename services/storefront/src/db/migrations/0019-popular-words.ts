import { Migration } from '@mikro-orm/migrations';

/**
 * What products are found by, beside what they are ranked by: read down the index alone, without a look at a table. So long words
 * are cut that each fits into a page of the index. The service derives all products anew, which fills it; until then search looks
 * into the index of pieces more often.
 */
export default class PopularWords extends Migration {
  override up(): void {
    this.addSql(`alter table product_count add column search_text text not null default ''`);
    this.addSql(`
      create index product_count_words on product_count (likes_count desc, created_at desc, id desc)
      include (seller_profile_id, search_text) where is_listed`);
    // The rows that people like are seen by the index alone only after a vacuum.
    this.addSql('alter table product_count set (autovacuum_vacuum_scale_factor = 0.02)');
    this.addSql(`
      insert into derivation (touched, after_id, event_id)
      select '"all"', '00000000-0000-0000-0000-000000000000', gen_random_uuid()
      where exists (select from store_product)`);
  }
}
