import { Migration } from '@mikro-orm/migrations';

/** A coupon that is ended leaves its code to others; counts those of a seller that are not. */
export default class FreeCodesOfEndedCoupons extends Migration {
  override up(): void {
    this.addSql('alter table coupon drop constraint coupon_code');
    this.addSql('create unique index coupon_code on coupon (code) where is_active');
    this.addSql('create index coupon_active_of_seller on coupon (seller_profile_id) where is_active');
  }
}
