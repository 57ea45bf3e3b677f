import { Migration } from '@mikro-orm/migrations';

/** The catalog's whole message beside the columns made from it: a later version finds there what this one did not know. */
export default class KeepTemplateFacts extends Migration {
  override up(): void {
    this.addSql('alter table template add fact jsonb');
  }
}
