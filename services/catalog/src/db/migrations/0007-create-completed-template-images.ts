import { Migration } from '@mikro-orm/migrations';

/** Uploads that became images, so that completing one again is known as such after it was replaced. */
export default class CreateCompletedTemplateImages extends Migration {
  override up(): void {
    this.addSql(`
      create table completed_template_image (
        template_id text not null references template on delete cascade,
        upload_key text not null,
        kind text not null,
        image_key text not null,
        width_px int not null,
        height_px int not null,
        completed_at timestamptz not null,
        primary key (template_id, upload_key)
      )`);
    this.addSql('create index completed_template_image_old on completed_template_image (completed_at)');
    // Those of before are their own uploads.
    this.addSql(`
      insert into completed_template_image
      select t.id, image ->> 'key', image ->> 'kind', image ->> 'key', (image ->> 'widthPx')::int,
        (image ->> 'heightPx')::int, t.updated_at
      from template t, jsonb_array_elements(t.images) as image
      on conflict do nothing`);
  }
}
