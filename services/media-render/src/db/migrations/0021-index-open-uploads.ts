import { Migration } from '@mikro-orm/migrations';

export default class IndexOpenUploads extends Migration {
  override up(): void {
    this.addSql(`
      create index upload_open_original on upload (seller_profile_id)
      where completed_at is null and artwork_id is not null`);
  }
}
