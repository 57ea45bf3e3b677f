import { Migration } from '@mikro-orm/migrations';

/** Tokens are encrypted; see `carrier-token-repository.ts`. */
export default class CarrierTokens extends Migration {
  override up(): void {
    this.addSql(`
      create table carrier_token (
        id bytea primary key,
        refresh_token bytea not null,
        access_token bytea,
        expires_at timestamptz,
        renew_at timestamptz,
        refused_at timestamptz,
        claimed_until timestamptz,
        updated_at timestamptz not null,
        version int not null
      )`);
  }
}
