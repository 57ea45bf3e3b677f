import { Migration } from '@mikro-orm/migrations';

/** What products show on their surfaces, and which one a template shows; both null for what is from before surfaces. */
export default class OtherSurfaces extends Migration {
  override up(): void {
    this.addSql('alter table seller_product add surfaces jsonb');
    this.addSql('alter table template add surface text');
  }
}
