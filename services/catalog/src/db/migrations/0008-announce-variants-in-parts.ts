import { Migration } from '@mikro-orm/migrations';

/**
 * Variants are published in parts, apart from their type. Events published before contain all variants of a type, so
 * every type is published again for read models that are rebuilt.
 */
export default class AnnounceVariantsInParts extends Migration {
  override up(): void {
    this.addSql('alter table product_type add variant_count int not null default 0');
    this.addSql('alter table product_variant add part int not null default 0');
    this.addSql(`
      update product_variant v set part = numbered.place / 100
      from (
        select id, row_number() over (partition by product_type_id order by id) - 1 as place from product_variant
      ) as numbered
      where numbered.id = v.id`);
    this.addSql(`
      update product_type t
      set version = version + 1, variant_count = (select count(*) from product_variant where product_type_id = t.id)`);
    this.addSql('create index product_variant_part on product_variant (product_type_id, part)');
    // A digest, since a SKU can be longer than an index entry may be.
    this.addSql('drop index product_variant_sku');
    this.addSql('create unique index product_variant_sku on product_variant (product_type_id, md5(sku))');
    this.addSql(`
      insert into outbox (event_id, topic, key, type, payload, request_id, occurred_at)
      select gen_random_uuid(), 'catalog.v1', 'product_variants:' || v.product_type_id || '/' || v.part,
        'product_variants_told_anew',
        json_build_object('productTypeId', v.product_type_id, 'part', v.part, 'version', max(t.version), 'variants',
          json_agg(case when v.is_active
            then json_build_object('id', v.id, 'assets', v.assets, 'isActive', true)
            else json_build_object('id', v.id) end order by v.id)),
        gen_random_uuid(), now()
      from product_variant v join product_type t on t.id = v.product_type_id
      group by v.product_type_id, v.part`);
  }
}
