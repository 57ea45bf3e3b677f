import { IndexMigration } from '@estampa/kit/postgres/migrate';

/** For the list of sellers, the newest first. */
export default class IndexSellers extends IndexMigration {
  static override readonly index = {
    name: 'user_account_sellers',
    on: `user_account (created_at desc, id desc) where roles @> array['seller']`,
  };
}
