import { Migration } from '@mikro-orm/migrations';

/**
 * Every file that an artwork ever had, since orders keep naming older ones. `taken_key` says where it was taken in, until it
 * has its place. Uploads that were to arrive at that place itself are asked for again.
 */
export default class CreateArtworkFiles extends Migration {
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
