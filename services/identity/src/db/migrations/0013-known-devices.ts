import { Migration } from '@mikro-orm/migrations';

/** What all replicas sign the tokens of known devices with; whoever has it is rejected less often, and no more than that. */
export default class KnownDevicesMigration extends Migration {
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
