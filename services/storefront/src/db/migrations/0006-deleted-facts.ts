import { Migration } from '@mikro-orm/migrations';

/** Deleted states stay as tombstones, so that an older event cannot bring them back. */
export default class DeletedFacts extends Migration {
  override up(): void {
    for (const table of ['template', 'seller_product', 'artwork', 'render'])
      this.addSql(`alter table ${table} add deleted boolean not null default false`);
    this.addSql('create index render_template on render (template_id, artwork_id)');
  }
}
