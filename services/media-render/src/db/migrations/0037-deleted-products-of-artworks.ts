import { IndexMigration } from '@estampa/kit/postgres/migrate';

/** Of few rows: products that are gone, of which orders may still show an image. */
export default class DeletedProductsOfArtworks extends IndexMigration {
  static override readonly index = {
    name: 'seller_product_deleted_artwork',
    on: 'seller_product (artwork_id) where deleted',
  };
}
