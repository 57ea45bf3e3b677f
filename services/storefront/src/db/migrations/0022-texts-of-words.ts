import { Migration } from '@mikro-orm/migrations';

/** Of which text the searched words are: those of rows that have none, or whose text a previous version changed, are made by a job. */
export default class TextsOfWords extends Migration {
  override up(): void {
    for (const table of ['product_count', 'store']) this.addSql(`alter table ${table} add column words_of text`);
  }
}
