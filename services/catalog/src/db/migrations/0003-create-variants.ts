import { Migration } from '@mikro-orm/migrations';

export default class CreateVariants extends Migration {
  override up(): void {
    this.addSql(`
      create table product_variant (
        id uuid primary key,
        product_type_id uuid not null references product_type on delete cascade,
        assets jsonb not null,
        base_cost_cents int not null check (base_cost_cents >= 0),
        sku text not null,
        production_days int not null check (production_days >= 0),
        packaging_days int not null check (packaging_days >= 0),
        is_active boolean not null,
        created_at timestamptz not null
      )`);
    // jsonb text is canonical, so equal dictionaries are equal text; the digest limits long ones to the size of an
    // index entry.
    this.addSql(`
      create unique index product_variant_assets on product_variant (product_type_id, md5(assets::text))
      where is_active`);
    this.addSql('create unique index product_variant_sku on product_variant (product_type_id, sku)');
    this.addSql('create index product_variant_newest on product_variant (product_type_id, created_at desc, id desc)');
  }
}
