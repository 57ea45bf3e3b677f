import { Migration } from '@mikro-orm/migrations';

export default class IndexOwed extends Migration {
  override up(): void {
    this.addSql(`
      create index payout_item_owed on payout_item (status) include (amount_cents)
      where status in ('held', 'releasable')`);
  }
}
