import { Migration } from '@mikro-orm/migrations';

/** What a device is known by ends with the password that it came with. */
export default class ForgetDevicesMigration extends Migration {
  override up(): void {
    this.addSql('alter table user_account add column devices_known_from timestamptz');
  }
}
