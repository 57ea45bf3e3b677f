import { Migration } from '@mikro-orm/migrations';

/** Artworks of products that are about to go on sale. */
export default class CreateArtworkHolds extends Migration {
  override up(): void {
    this.addSql(`
      create table artwork_hold (
        seller_product_id uuid primary key,
        artwork_id uuid not null references artwork on delete cascade,
        product_version int not null,
        until timestamptz not null
      )`);
    this.addSql('create index artwork_hold_artwork on artwork_hold (artwork_id)');
  }
}
