import { Migration } from '@mikro-orm/migrations';

export default class EmailsMigration extends Migration {
  override up(): void {
    this.addSql(`
      create table emails (
        id uuid primary key,
        about text not null,
        recipient text not null,
        subject text not null,
        body text,
        give_up_at timestamptz(3) not null,
        attempts int not null,
        next_attempt_at timestamptz(3) not null,
        sent_at timestamptz(3),
        last_error text,
        created_at timestamptz(3) not null
      )`);
    this.addSql('create index emails_due on emails (next_attempt_at) where body is not null');
    this.addSql('create index emails_about on emails (about) where body is not null');
    this.addSql('create index emails_created_at on emails (created_at)');
  }
}
