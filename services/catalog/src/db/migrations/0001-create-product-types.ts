import { Migration } from '@mikro-orm/migrations';

export default class CreateProductTypes extends Migration {
  override up(): void {
    this.addSql(`
      create table product_type (
        id uuid primary key,
        slug text not null constraint product_type_slug unique check (slug ~ '^[a-z0-9-]{1,50}$'),
        name text not null,
        description text,
        platform_fee_basis_points int not null check (platform_fee_basis_points between 0 and 10000),
        artist_royalty_basis_points int not null check (artist_royalty_basis_points between 0 and 10000),
        is_active boolean not null,
        version int not null,
        created_at timestamptz not null
      )`);
    this.addSql('create index product_type_newest on product_type (created_at desc, id desc)');
    this.addSql(`
      create table asset (
        id uuid primary key,
        product_type_id uuid not null references product_type on delete cascade,
        key text not null,
        key_label_pt text,
        key_label_en text,
        value text not null,
        label_pt text not null,
        label_en text,
        is_active boolean not null,
        created_at timestamptz not null
      )`);
    this.addSql('create unique index asset_key_value on asset (product_type_id, key, value) where is_active');
    this.addSql('create index asset_newest on asset (product_type_id, created_at desc, id desc)');
  }
}
