import { Migration } from '@mikro-orm/migrations';

/** Separates the SKUs from the head of a page. The service derives all products again; until then the old head contains them. */
export default class SkuLists extends Migration {
  override up(): void {
    this.addSql('alter table store_product add page_skus text');
    this.addSql(`
      insert into derivation (touched, after_id, event_id)
      select '"all"', '00000000-0000-0000-0000-000000000000', gen_random_uuid()
      where exists (select from store_product)`);
  }
}
