import { renameTable } from '@estampa/kit/postgres/rename-table';
import { Migration } from '@mikro-orm/migrations';

/** All tables are called in the singular, by names that need no quoting: `user` and `order` are words of SQL. */
const SINGULAR = {
  users: 'user_account',
  sessions: 'session',
  refresh_tokens: 'refresh_token',
  seller_profiles: 'seller_profile',
  waitlist_entries: 'waitlist_entry',
  emails: 'email',
};

export default class SingularTableNamesMigration extends Migration {
  override up(): void {
    for (const [from, to] of Object.entries(SINGULAR)) for (const sql of renameTable(from, to)) this.addSql(sql);
  }
}
