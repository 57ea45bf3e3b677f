import { Migration } from '@mikro-orm/migrations';

/** An image is shown while the newest fact of its profile names it; one that none ever named goes after a while. */
export default class CreateProfileImages extends Migration {
  override up(): void {
    this.addSql('alter table upload drop constraint upload_check');
    this.addSql(`
      alter table upload add constraint upload_owner check (
        (artwork_id is not null and seller_profile_id is not null and file_version is not null and template_id is null)
        or (artwork_id is null and template_id is not null and image_kind is not null)
        or (artwork_id is null and template_id is null and seller_profile_id is not null and image_kind is not null)
      )`);
    this.addSql('create index upload_open on upload (expires_at) where completed_at is null');
    this.addSql('create index upload_completed on upload (completed_at) where completed_at is not null');
    this.addSql(`
      create table profile_image (
        key text primary key,
        seller_profile_id uuid not null,
        fact_version int,
        unnamed_until timestamptz not null
      )`);
    this.addSql('create index profile_image_owner on profile_image (seller_profile_id)');
    this.addSql('create index profile_image_unnamed on profile_image (unnamed_until) where fact_version is null');
  }
}
