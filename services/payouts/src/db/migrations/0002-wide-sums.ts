import { Migration } from '@mikro-orm/migrations';

export default class WideSums extends Migration {
  override up(): void {
    this.addSql('alter table payout alter column total_cents type bigint');
  }
}
