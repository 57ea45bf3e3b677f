import { Migration } from '@mikro-orm/migrations';

export default class SuspendedStoresMigration extends Migration {
  override up(): void {
    this.addSql('alter table seller_profile add suspended boolean not null default false');
    this.addSql(`
      update seller_profile p set suspended = true
      from user_account u where u.id = p.user_id and u.status = 'suspended'`);
  }
}
