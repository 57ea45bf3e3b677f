import { IndexMigration } from '@estampa/kit/postgres/migrate';

/** Of few rows: those of accounts whose owners deleted them. */
export default class IndexAccountsToErase extends IndexMigration {
  static override readonly index = {
    name: 'user_account_erase_at',
    on: 'user_account (erase_at) where erase_at is not null',
  };
}
