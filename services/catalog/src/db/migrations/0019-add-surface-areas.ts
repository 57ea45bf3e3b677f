import { Migration } from '@mikro-orm/migrations';

/** Where a template shows further surfaces; those that exist show one. */
export default class AddSurfaceAreas extends Migration {
  override up(): void {
    this.addSql(`alter table template add areas jsonb not null default '[]'`);
  }
}
