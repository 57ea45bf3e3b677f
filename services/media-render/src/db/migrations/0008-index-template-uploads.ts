import { Migration } from '@mikro-orm/migrations';

/** The newest upload of each kind of a template's images. */
export default class IndexTemplateUploads extends Migration {
  override up(): void {
    this.addSql(`
      create index upload_template on upload (template_id, image_kind, created_at desc, key desc)
      where template_id is not null`);
  }
}
