import { Migration } from '@mikro-orm/migrations';

/** Serves a seller's orders and items, newest first: both ids grow with time. */
export default class IndexSellersItems extends Migration {
  override up(): void {
    this.addSql('create index order_item_of_seller on order_item (seller_profile_id, id desc)');
    this.addSql('create index order_item_sellers_orders on order_item (seller_profile_id, order_id desc)');
  }
}
