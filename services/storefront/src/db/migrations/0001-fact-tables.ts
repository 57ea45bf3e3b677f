import { Migration } from '@mikro-orm/migrations';

/** States of other services: the complete message, its version, and the few columns that queries filter by. */
export default class FactTables extends Migration {
  override up(): void {
    this.addSql(`
      create table store (
        id uuid primary key,
        user_id uuid not null,
        slug text not null,
        is_published boolean not null,
        store_name text not null,
        artist_name text not null,
        avatar_url text,
        updated_at timestamptz not null,
        version int not null,
        fact jsonb not null,
        followers_count int not null default 0,
        following_count int not null default 0,
        likes_received_count int not null default 0
      )`);
    // Not unique: the events of a slug that moves from one store to another may arrive in either order.
    this.addSql('create index store_slug on store (slug)');
    this.addSql('create index store_user on store (user_id)');
    this.addSql('create table product_type (id uuid primary key, version int not null, fact jsonb not null)');
    this.addSql(`
      create table template (
        id text primary key,
        product_type_id uuid not null,
        version int not null,
        fact jsonb not null
      )`);
    this.addSql('create index template_product_type on template (product_type_id)');
    this.addSql(`
      create table seller_product (
        id uuid primary key,
        product_type_id uuid not null,
        artwork_id uuid not null,
        version int not null,
        fact jsonb not null
      )`);
    this.addSql('create index seller_product_product_type on seller_product (product_type_id, id)');
    this.addSql('create index seller_product_artwork on seller_product (artwork_id, id)');
    this.addSql('create table artwork (id uuid primary key, version int not null, fact jsonb not null)');
    this.addSql(`
      create table render (
        artwork_id uuid not null,
        template_id text not null,
        version int not null,
        fact jsonb not null,
        primary key (artwork_id, template_id)
      )`);
    this.addSql(`
      create table sale (
        order_id uuid not null,
        seller_product_id uuid not null,
        seller_profile_id uuid not null,
        artwork_id uuid not null,
        quantity int not null,
        sold_on date,
        version int not null,
        primary key (order_id, seller_product_id)
      )`);
    this.addSql('create index sale_sold_on on sale (sold_on, seller_product_id) where sold_on is not null');
  }
}
