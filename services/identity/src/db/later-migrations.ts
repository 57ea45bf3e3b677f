import { Migration } from '@mikro-orm/migrations';

/** What all replicas sign the tokens of known devices with; whoever has it is rejected less often, and no more than that. */
export class KnownDevicesMigration extends Migration {
  override up(): void {
    this.addSql(`
      create table device_secret (
        only_one boolean primary key default true check (only_one),
        secret bytea not null
      )`);
    this.addSql(`
      insert into device_secret (secret)
      select decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex')`);
  }
}

/** The token that came after one, readable by whoever has that one: for responses that were lost. */
export class RefreshSuccessorsMigration extends Migration {
  override up(): void {
    this.addSql('alter table refresh_token add successor text');
  }
}

/** What a device is known by ends with the password that it came with. */
export class ForgetDevicesMigration extends Migration {
  override up(): void {
    this.addSql('alter table user_account add column devices_known_from timestamptz');
  }
}

/** When an address was proven, and the links that prove one: each names the address that it was sent to. */
export class EmailVerificationsMigration extends Migration {
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
