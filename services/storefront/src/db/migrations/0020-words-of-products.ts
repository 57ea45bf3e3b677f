import { Migration } from '@mikro-orm/migrations';

/** Products are also found by the tags of their artwork and the names of their store; the service derives all of them again. */
export default class WordsOfProducts extends Migration {
  override up(): void {
    this.addSql(`
      insert into derivation (touched, after_id, event_id)
      select '"all"', '00000000-0000-0000-0000-000000000000', gen_random_uuid()
      where exists (select from store_product)`);
  }
}
