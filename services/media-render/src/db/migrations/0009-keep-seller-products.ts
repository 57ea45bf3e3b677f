import { Migration } from '@mikro-orm/migrations';

/** What the catalog last told about a seller's product; one that is gone stays as such, so that no late word brings it back. */
export default class KeepSellerProducts extends Migration {
  override up(): void {
    this.addSql(`
      create table seller_product (
        id uuid primary key,
        seller_profile_id uuid not null,
        product_type_id uuid not null,
        artwork_id uuid not null,
        status text not null,
        deleted boolean not null,
        version int not null,
        gallery_version int not null default 0,
        fact jsonb not null
      )`);
    this.addSql('create index seller_product_artwork on seller_product (artwork_id) where not deleted');
  }
}
