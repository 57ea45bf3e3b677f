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
