import { IndexMigration } from '@estampa/kit/postgres/migrate';

/** Products whose words are still to be made: none, as a rule. */
export default class ProductsWithoutWords extends IndexMigration {
  static override readonly index = {
    name: 'product_count_without_words',
    on: `product_count (words_of, id) where words_of is distinct from case when is_listed then left(md5(search_text), 8) else '' end`,
  };
}
