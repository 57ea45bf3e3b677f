import { IndexMigration } from '@estampa/kit/postgres/migrate';

/** Of few rows: those of products that show something on another surface. */
export default class ProductsOfOtherArtworks extends IndexMigration {
  static override readonly index = {
    name: 'seller_product_other_artworks',
    on: `seller_product using gin (other_artwork_ids) where other_artwork_ids <> '{}' and not deleted`,
  };
}
