import { Migration } from '@mikro-orm/migrations';

/** Accounts whose owners deleted them: since when, when a job erases them, and when it did. */
export default class AccountDeletionMigration extends Migration {
  override up(): void {
    this.addSql(`
      alter table user_account
        add column closing_since timestamptz(3),
        add column erase_at timestamptz(3),
        add column deleted_at timestamptz(3)`);
  }
}
