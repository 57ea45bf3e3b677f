import { Migration } from '@mikro-orm/migrations';

export default class CreateProductImages extends Migration {
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
