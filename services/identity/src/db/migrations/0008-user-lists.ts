import { Migration } from '@mikro-orm/migrations';

export default class UserListsMigration extends Migration {
  override up(): void {
    this.addSql('create index user_account_newest on user_account (created_at desc, id desc)');
    this.addSql('create index user_account_by_status on user_account (status, created_at desc, id desc)');
    this.addSql('create index user_account_search on user_account using gin (email gin_trgm_ops, name gin_trgm_ops)');
  }
}
