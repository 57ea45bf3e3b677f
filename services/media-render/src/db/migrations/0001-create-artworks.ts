import { Migration } from '@mikro-orm/migrations';

export default class CreateArtworks extends Migration {
  override up(): void {
    this.addSql(`
      create table artwork (
        id uuid primary key,
        seller_profile_id uuid not null,
        title text not null,
        slug text not null check (slug ~ '^[a-z0-9-]{1,100}$'),
        description text,
        tags jsonb not null,
        status text not null check (status in ('active', 'inactive')),
        file_version int not null check (file_version > 0),
        width_px int not null check (width_px > 0),
        height_px int not null check (height_px > 0),
        format text not null check (format in ('png', 'jpeg', 'webp')),
        size_bytes int not null,
        content_hash text not null,
        original_etag text not null,
        working_width_px int not null,
        working_height_px int not null,
        dominant_color text not null check (dominant_color ~ '^#[0-9A-F]{6}$'),
        version int not null,
        created_at timestamptz not null,
        updated_at timestamptz not null
      )`);
    this.addSql('create unique index artwork_slug on artwork (seller_profile_id, slug)');
    this.addSql('create index artwork_newest on artwork (seller_profile_id, created_at desc, id desc)');
  }
}
