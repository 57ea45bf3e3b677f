import { Migration } from '@mikro-orm/migrations';

/** Hides the stores of suspended sellers. */
export default class HiddenStores extends Migration {
  override up(): void {
    this.addSql('alter table store add is_hidden boolean not null default false');
  }
}
