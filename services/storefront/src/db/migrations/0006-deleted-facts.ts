import { Migration } from '@mikro-orm/migrations';

/** Facts of what is gone for good stay as such, so that an older fact cannot bring it back. */
export default class DeletedFacts extends Migration {
  override up(): void {
    for (const table of ['template', 'seller_product', 'artwork', 'render'])
      this.addSql(`alter table ${table} add deleted boolean not null default false`);
    this.addSql('create index render_template on render (template_id, artwork_id)');
  }
}
