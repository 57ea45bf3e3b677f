import { Migration } from '@mikro-orm/migrations';

export default class CreateSellerProducts extends Migration {
  override up(): void {
    this.addSql(`
      create table seller_product (
        id uuid primary key,
        seller_profile_id uuid not null,
        product_type_id uuid not null references product_type,
        artwork_id uuid not null,
        title text not null,
        slug text,
        description text,
        status text not null check (status in ('draft', 'active', 'paused', 'archived')),
        version int not null,
        created_at timestamptz not null,
        updated_at timestamptz not null,
        published_at timestamptz,
        check (status <> 'active' or slug is not null)
      )`);
    this.addSql('create unique index seller_product_slug on seller_product (seller_profile_id, slug)');
    this.addSql('create index seller_product_newest on seller_product (seller_profile_id, created_at desc, id desc)');
    this.addSql(
      'create index seller_product_status on seller_product (seller_profile_id, status, created_at desc, id desc)',
    );
    this.addSql(
      'create index seller_product_published on seller_product (seller_profile_id) where published_at is not null',
    );
    this.addSql(`
      create table seller_product_variant (
        id uuid primary key,
        seller_product_id uuid not null references seller_product on delete cascade,
        product_variant_id uuid not null references product_variant,
        price_cents int not null check (price_cents > 0),
        allowed_options jsonb not null,
        sku text,
        is_active boolean not null,
        created_at timestamptz not null
      )`);
    this.addSql(`
      create unique index seller_product_variant_once on seller_product_variant (seller_product_id, product_variant_id)
      where is_active`);
    this.addSql('create index seller_product_variant_product on seller_product_variant (seller_product_id, id)');
    this.addSql('create index seller_product_variant_variant on seller_product_variant (product_variant_id)');
  }
}
