import { Migration } from '@mikro-orm/migrations';

/** pg_trgm comes with PostgreSQL, and the owner of a database may install it. */
export default class Search extends Migration {
  override up(): void {
    this.addSql('create extension if not exists pg_trgm with schema public');
    this.addSql(`alter table store add search_text text not null default ''`);
    this.addSql(`
      update store set search_text = lower(regexp_replace(
        normalize(store_name || E'\\n' || artist_name, NFD), '[\\u0300-\\u036f]', '', 'g'))`);
    const gin = (table: string, where: string) =>
      this.addSql(
        `create index ${table}_search on ${table} using gin (search_text public.gin_trgm_ops) where ${where}`,
      );
    gin('store_product', 'is_listed');
    gin('store', 'is_published');
  }
}
