import { Migration } from '@mikro-orm/migrations';

export default class CustomerProfilesMigration extends Migration {
  override up(): void {
    this.addSql(`
      create table customer_profile (
        id uuid primary key,
        user_id uuid not null unique references user_account deferrable initially deferred,
        active boolean not null,
        created_at timestamptz(3) not null
      )`);
  }
}
