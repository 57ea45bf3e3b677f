import { Migration } from '@mikro-orm/migrations';

/**
 * Which revision of its template an image was made with (of older ones nobody knows), and what is to be made anew: artworks with
 * images on sale that are out of date, and templates whose images have yet to be looked through.
 */
export default class CreateRenderRefreshes extends Migration {
  override up(): void {
    this.addSql('alter table render add template_revision int, add pending_hash text');
    this.addSql('create index render_pending on render (artwork_id) where pending_hash is not null');
    this.addSql('create index render_template on render (template_id, artwork_id)');
    this.addSql(`
      create table render_refresh (
        artwork_id uuid primary key references artwork on delete cascade,
        due_at timestamptz not null,
        tries int not null,
        asked int not null
      )`);
    this.addSql('create index render_refresh_due on render_refresh (due_at)');
    this.addSql(`
      create table template_refresh (
        template_id text primary key,
        after_artwork_id uuid not null
      )`);
  }
}
