import { Migration } from '@mikro-orm/migrations';

/** Stores of suspended sellers, which nobody sees. */
export default class HiddenStores extends Migration {
  override up(): void {
    this.addSql('alter table store add is_hidden boolean not null default false');
  }
}
