import { Migration } from '@mikro-orm/migrations';

/** Products by what they show on their surfaces, of those that have several: an index of few rows. */
export default class OtherSurfaces extends Migration {
  override up(): void {
    this.addSql(`
      create index seller_product_surfaces on seller_product
      using gin ((fact #> '{sellerProduct,surfaces}') jsonb_path_ops)
      where jsonb_array_length(fact #> '{sellerProduct,surfaces}') > 1`);
  }
}
