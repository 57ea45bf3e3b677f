import { Migration } from '@mikro-orm/migrations';

/** Keys are claimed before the work, and nothing of a request is stored that could be guessed from a copy of the table. */
export class IdempotencyClaimMigration extends Migration {
  override up(): void {
    this.addSql('drop table idempotency_key');
    this.addSql(`
      create table idempotency_key (
        key_digest text primary key,
        body_mac text not null,
        claim uuid not null,
        claimed_until timestamptz not null,
        outcome bytea,
        created_at timestamptz not null default now()
      )`);
    this.addSql('create index idempotency_key_created_at on idempotency_key (created_at)');
  }
}

/** The long responses of one caller share one bound. */
export class IdempotencyShareMigration extends Migration {
  override up(): void {
    this.addSql('alter table idempotency_key add column share int');
    this.addSql('create index idempotency_key_share on idempotency_key (share) where share is not null');
  }
}
