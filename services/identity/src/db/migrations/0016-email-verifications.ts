import { Migration } from '@mikro-orm/migrations';

/** When an address was proven, and the links that prove one: each names the address that it was sent to. */
export default class EmailVerificationsMigration extends Migration {
  override up(): void {
    this.addSql('alter table user_account add column email_verified_at timestamptz(3)');
    this.addSql(`
      create table email_verification (
        token_hash text primary key,
        user_id uuid not null references user_account deferrable initially deferred,
        email text not null,
        created_at timestamptz(3) not null,
        expires_at timestamptz(3) not null
      )`);
    this.addSql('create index email_verification_expires_at on email_verification (expires_at)');
  }
}
