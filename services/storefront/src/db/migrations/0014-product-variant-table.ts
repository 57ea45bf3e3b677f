import { Migration } from '@mikro-orm/migrations';

/**
 * Variants in a table of their own: a product names a few of the thousands that a type may have. The variant ids of a product are
 * a column, so that a change of some variants does not search the payloads of all products.
 */
export default class ProductVariantTable extends Migration {
  override up(): void {
    this.addSql(`
      create table product_variant (
        id uuid primary key,
        product_type_id uuid not null,
        version int not null,
        fact jsonb not null
      )`);
    this.addSql(`
      insert into product_variant (id, product_type_id, version, fact)
      select (variant ->> 'id')::uuid, t.id, t.version, variant
      from product_type t, jsonb_array_elements(t.fact -> 'variants') as variant`);
    this.addSql(`update product_type set fact = fact - 'variants' where jsonb_exists(fact, 'variants')`);
    this.addSql(`
      alter table seller_product add variant_ids jsonb not null
      generated always as (jsonb_path_query_array(fact, '$.sellerProduct.variants[*].productVariantId')) stored`);
  }
}
