import { Migration } from '@mikro-orm/migrations';

/**
 * Every file that an artwork ever had, since orders keep naming older ones. `taken_key` says where it was taken in, until it
 * has its place. Uploads that were to arrive at that place itself are asked for again.
 */
export class CreateArtworkFiles extends Migration {
  override up(): void {
    this.addSql(`delete from upload where artwork_id is not null and completed_at is null`);
    this.addSql(`
      create table artwork_file (
        artwork_id uuid not null references artwork on delete cascade,
        file_version int not null check (file_version > 0),
        seller_profile_id uuid not null,
        format text not null check (format in ('png', 'jpeg', 'webp')),
        width_px int not null,
        height_px int not null,
        size_bytes int not null,
        content_hash text not null,
        created_at timestamptz not null,
        taken_key text,
        place_after timestamptz,
        primary key (artwork_id, file_version),
        check ((taken_key is null) = (place_after is null))
      )`);
    this.addSql('create index artwork_file_content on artwork_file (seller_profile_id, content_hash)');
    this.addSql('create index artwork_file_unplaced on artwork_file (place_after) where place_after is not null');
    this.addSql(`
      insert into artwork_file
        (artwork_id, file_version, seller_profile_id, format, width_px, height_px, size_bytes, content_hash, created_at)
      select id, file_version, seller_profile_id, format, width_px, height_px, size_bytes, content_hash, updated_at
      from artwork`);
    this.addSql('alter table artwork add duplicate_of uuid');
    this.addSql(`
      create table seller_storage (
        seller_profile_id uuid primary key,
        original_bytes bigint not null
      )`);
    this.addSql(`
      insert into seller_storage (seller_profile_id, original_bytes)
      select seller_profile_id, sum(size_bytes) from artwork group by seller_profile_id`);
  }
}

/** Artworks of products that are about to go on sale. */
export class CreateArtworkHolds extends Migration {
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

/**
 * Which revision of its template an image was made with (of older ones nobody knows), and what is to be made anew: artworks with
 * images on sale that are out of date, and templates whose images have yet to be looked through.
 */
export class CreateRenderRefreshes extends Migration {
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

export class IndexOpenUploads extends Migration {
  override up(): void {
    this.addSql(`
      create index upload_open_original on upload (seller_profile_id)
      where completed_at is null and artwork_id is not null`);
  }
}
