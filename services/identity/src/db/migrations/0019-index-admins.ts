import { IndexMigration } from '@estampa/kit/postgres/migrate';

/** For the list of admins, the newest first. */
export default class IndexAdmins extends IndexMigration {
  static override readonly index = {
    name: 'user_account_admins',
    on: `user_account (created_at desc, id desc) where roles @> array['admin']`,
  };
}
