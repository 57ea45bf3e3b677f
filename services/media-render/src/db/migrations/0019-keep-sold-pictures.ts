import { Migration } from '@mikro-orm/migrations';

/** Images that paid orders show, for good. */
export default class KeepSoldPictures extends Migration {
  override up(): void {
    this.addSql('create table sold_picture (key text primary key)');
    this.addSql('create index render_key on render (key) where key is not null');
    // Nobody knows which of these orders show.
    this.addSql(
      `insert into sold_picture (key) select key from render where key like '%/render.webp' on conflict do nothing`,
    );
  }
}
