import { IndexMigration } from '@estampa/kit/postgres/migrate';

/** For the foreign key by which the ranks of words follow the likes. */
export default class RankOfProducts extends IndexMigration {
  static override readonly index = {
    name: 'product_count_rank',
    on: 'product_count (id, likes_count)',
    isUnique: true,
  };
}
