import { Migration } from '@mikro-orm/migrations';

/** The token that came after one, readable by whoever has that one: for responses that were lost. */
export default class RefreshSuccessorsMigration extends Migration {
  override up(): void {
    this.addSql('alter table refresh_token add successor text');
  }
}
