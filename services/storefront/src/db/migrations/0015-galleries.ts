import { Migration } from '@mikro-orm/migrations';

/** All photos of one product, as media-render publishes them. */
export default class Galleries extends Migration {
  override up(): void {
    this.addSql(`
      create table gallery (
        seller_product_id uuid primary key,
        version int not null,
        deleted boolean not null default false,
        fact jsonb not null
      )`);
  }
}
