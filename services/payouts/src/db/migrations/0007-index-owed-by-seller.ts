import { Migration } from '@mikro-orm/migrations';

export default class IndexOwedBySeller extends Migration {
  override up(): void {
    this.addSql(`
      create index payout_item_owed_by_seller on payout_item (seller_profile_id, status) include (amount_cents)
      where status in ('held', 'releasable')`);
    this.addSql('drop index payout_item_owed');
  }
}
