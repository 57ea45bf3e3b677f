import { Migration } from '@mikro-orm/migrations';

/** What products show on surfaces other than their first one, and what those that are about to go on sale do. */
export default class AddOtherArtworks extends Migration {
  override up(): void {
    this.addSql(`alter table seller_product add other_artwork_ids text[] not null default '{}'`);
    this.addSql(`
      create table other_artwork_reservation (
        seller_product_id uuid not null,
        artwork_id uuid not null references artwork on delete cascade,
        product_version int not null,
        until timestamptz not null,
        primary key (seller_product_id, artwork_id)
      )`);
    this.addSql('create index other_artwork_reservation_artwork on other_artwork_reservation (artwork_id)');
  }
}
