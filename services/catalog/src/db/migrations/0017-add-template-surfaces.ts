import { Migration } from '@mikro-orm/migrations';

/** Which surface a template shows; null is the first one of its type. */
export default class AddTemplateSurfaces extends Migration {
  override up(): void {
    this.addSql('alter table template add surface text');
  }
}
