import { Migration } from '@mikro-orm/migrations';

export default class SocialTables extends Migration {
  override up(): void {
    this.addSql(`
      create table follow (
        id uuid primary key,
        user_id uuid not null,
        seller_profile_id uuid not null,
        created_at timestamptz not null,
        unique (user_id, seller_profile_id)
      )`);
    this.addSql('create index follow_seller_profile on follow (seller_profile_id)');
    this.addSql(`
      create table product_like (
        id uuid primary key,
        user_id uuid not null,
        seller_product_id uuid not null,
        created_at timestamptz not null,
        unique (user_id, seller_product_id)
      )`);
    this.addSql('create index product_like_seller_product on product_like (seller_product_id)');
  }
}
