import { Migration } from '@mikro-orm/migrations';

/** Counts of the last hour: worth nothing after a crash, so nothing waits for a disk. */
export default class RateCountsMigration extends Migration {
  override up(): void {
    this.addSql(`
      create unlogged table rate_count (
        bucket text primary key,
        ends_at timestamptz(3) not null,
        asked int not null
      )`);
    this.addSql('create index rate_count_ends_at on rate_count (ends_at)');
  }
}
