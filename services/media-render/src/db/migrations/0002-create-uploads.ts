import { Migration } from '@mikro-orm/migrations';

export default class CreateUploads extends Migration {
  override up(): void {
    this.addSql(`
      create table upload (
        key text primary key,
        format text not null check (format in ('png', 'jpeg', 'webp')),
        size_bytes int not null check (size_bytes > 0),
        expires_at timestamptz not null,
        created_at timestamptz not null,
        completed_at timestamptz,
        artwork_id uuid,
        seller_profile_id uuid,
        file_version int,
        template_id text,
        image_kind text,
        check (
          (artwork_id is not null and seller_profile_id is not null and file_version is not null and template_id is null)
          or (artwork_id is null and template_id is not null and image_kind is not null)
        )
      )`);
    this.addSql('create index upload_artwork on upload (artwork_id) where artwork_id is not null');
  }
}
