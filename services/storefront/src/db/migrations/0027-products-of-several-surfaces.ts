import { IndexMigration } from '@estampa/kit/postgres/migrate';

/** Of few rows: those of products that use more than their first surface. */
export default class ProductsOfSeveralSurfaces extends IndexMigration {
  static override readonly index = {
    name: 'seller_product_surfaces',
    on: 'seller_product using gin (surfaces jsonb_path_ops) where jsonb_array_length(surfaces) > 1',
  };
}
