import { Migration } from '@mikro-orm/migrations';

/** Each row is an offer to choose a password; one that was asked for in the name of nobody we know has no user. */
export default class PasswordResetsMigration extends Migration {
  override up(): void {
    this.addSql(`
      create table password_reset (
        token_hash text primary key,
        user_id uuid references user_account deferrable initially deferred,
        created_at timestamptz(3) not null,
        expires_at timestamptz(3) not null
      )`);
    this.addSql('create index password_reset_user on password_reset (user_id)');
    this.addSql('create index password_reset_expires_at on password_reset (expires_at)');
  }
}
