import { Migration } from '@mikro-orm/migrations';

/** Discounts by a code, and who bears them. */
export default class CreateCoupons extends Migration {
  override up(): void {
    this.addSql(`
      create table coupon (
        id uuid primary key,
        code text not null constraint coupon_code unique,
        funder text not null,
        seller_profile_id uuid,
        discount_basis_points int,
        discount_cents int,
        max_discount_cents int,
        min_order_cents int,
        starts_at timestamptz not null,
        uses int not null,
        created_by uuid not null,
        created_at timestamptz not null,
        is_active boolean not null,
        max_uses int,
        ends_at timestamptz,
        updated_at timestamptz not null,
        constraint coupon_of_funder check (funder = case when seller_profile_id is null then 'platform' else 'seller' end),
        constraint coupon_takes_off check (num_nonnulls(discount_basis_points, discount_cents) = 1),
        constraint coupon_within_uses check (uses >= 0 and (max_uses is null or uses <= max_uses))
      )`);
    this.addSql('create index coupon_newest on coupon (created_at desc, id desc)');
    this.addSql('create index coupon_of_seller on coupon (seller_profile_id, created_at desc, id desc)');
  }
}
