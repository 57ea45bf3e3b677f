import { Migration } from '@mikro-orm/migrations';

/** What the catalog last told about a seller's product; one that is gone stays as such, so that no late word brings it back. */
export class KeepSellerProducts extends Migration {
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

export class CreateProductImages extends Migration {
  override up(): void {
    this.addSql(`
      create table product_image (
        id uuid primary key,
        seller_product_id uuid not null references seller_product (id),
        key text not null unique,
        alt_text text,
        position int not null check (position >= 0),
        is_primary boolean not null,
        created_at timestamptz not null,
        unique (seller_product_id, position) deferrable initially deferred
      )`);
  }
}
