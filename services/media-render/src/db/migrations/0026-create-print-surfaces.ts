import { Migration } from '@mikro-orm/migrations';

/**
 * What each surface of a sold item is printed from. `print_item` stays what a previous version reads and writes: the first surface,
 * which is all that is known of items that have no row here.
 */
export default class CreatePrintSurfaces extends Migration {
  override up(): void {
    this.addSql(`
      create table print_surface (
        order_item_id uuid not null,
        surface text not null,
        place int not null,
        name text not null,
        width_mm double precision,
        height_mm double precision,
        print_digest text not null,
        primary key (order_item_id, surface)
      )`);
  }
}
