import { Migration } from '@mikro-orm/migrations';
import { AddPrintMargins, AddPrintWidths } from './print-width-migration.ts';
import { AnnounceVariantsInParts, LeaveRoomForCosts } from './variant-parts-migration.ts';

class CreateProductTypes extends Migration {
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

class CreateOptions extends Migration {
  override up(): void {
    this.addSql(`
      create table product_option (
        id uuid primary key,
        product_type_id uuid not null references product_type on delete cascade,
        key text not null,
        label_pt text not null,
        label_en text,
        input_type text not null,
        display_behavior text not null,
        required boolean not null,
        is_active boolean not null,
        created_at timestamptz not null
      )`);
    this.addSql('create unique index product_option_key on product_option (product_type_id, key) where is_active');
    this.addSql('create index product_option_newest on product_option (product_type_id, created_at desc, id desc)');
    this.addSql(`
      create table option_value (
        id uuid primary key,
        option_id uuid not null references product_option on delete cascade,
        value text not null,
        label_pt text not null,
        label_en text,
        hex_color text,
        is_active boolean not null,
        created_at timestamptz not null
      )`);
    this.addSql('create unique index option_value_value on option_value (option_id, value) where is_active');
    this.addSql('create index option_value_option on option_value (option_id, id)');
  }
}

class CreateVariants extends Migration {
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
    // jsonb text is canonical, so equal dictionaries are equal text; the digest keeps long ones within an index entry.
    this.addSql(`
      create unique index product_variant_assets on product_variant (product_type_id, md5(assets::text))
      where is_active`);
    this.addSql('create unique index product_variant_sku on product_variant (product_type_id, sku)');
    this.addSql('create index product_variant_newest on product_variant (product_type_id, created_at desc, id desc)');
  }
}

class CreateTemplates extends Migration {
  override up(): void {
    this.addSql(`
      create table template (
        id text primary key check (id ~ '^[a-z0-9-]{1,80}$'),
        product_type_id uuid not null references product_type on delete cascade,
        display_name text not null,
        assets jsonb not null,
        options jsonb,
        print_area jsonb,
        source_image jsonb,
        images jsonb not null,
        is_active boolean not null,
        revision int not null,
        version int not null,
        created_at timestamptz not null,
        updated_at timestamptz not null
      )`);
    this.addSql('create index template_newest on template (product_type_id, created_at desc, id desc)');
    this.addSql('create index template_newest_of_all on template (created_at desc, id desc)');
  }
}

class CreateSellerProducts extends Migration {
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

/** Images by their keys: addresses are made where they leave the house. */
class KeepPictureKeys extends Migration {
  override up(): void {
    this.addSql(`
      update template set images = (
        select jsonb_agg(image - 'url' order by position)
        from jsonb_array_elements(images) with ordinality as stored(image, position)
      )
      where jsonb_array_length(images) > 0`);
  }
}

/** Uploads that became images, so that completing one again is known as such after it was replaced. */
class CreateCompletedTemplateImages extends Migration {
  override up(): void {
    this.addSql(`
      create table completed_template_image (
        template_id text not null references template on delete cascade,
        upload_key text not null,
        kind text not null,
        image_key text not null,
        width_px int not null,
        height_px int not null,
        completed_at timestamptz not null,
        primary key (template_id, upload_key)
      )`);
    this.addSql('create index completed_template_image_old on completed_template_image (completed_at)');
    // Those of before are their own uploads.
    this.addSql(`
      insert into completed_template_image
      select t.id, image ->> 'key', image ->> 'kind', image ->> 'key', (image ->> 'widthPx')::int,
        (image ->> 'heightPx')::int, t.updated_at
      from template t, jsonb_array_elements(t.images) as image
      on conflict do nothing`);
  }
}

export const migrations = [
  CreateProductTypes,
  CreateOptions,
  CreateVariants,
  CreateTemplates,
  CreateSellerProducts,
  KeepPictureKeys,
  CreateCompletedTemplateImages,
  AnnounceVariantsInParts,
  LeaveRoomForCosts,
  AddPrintWidths,
  AddPrintMargins,
];
