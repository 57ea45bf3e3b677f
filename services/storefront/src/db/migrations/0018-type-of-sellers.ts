import { Migration } from '@mikro-orm/migrations';

/** Finds the products of a type whose sellers are near a given one. */
export default class TypeOfSellers extends Migration {
  override up(): void {
    this.addSql(`
      create index store_product_type_of_seller on store_product
        (product_type_id, seller_profile_id, created_at desc, id desc) where is_listed`);
  }
}
