import { Migration } from '@mikro-orm/migrations';

export default class AddTemplateColours extends Migration {
  override up(): void {
    this.addSql(`
      alter table template add underbase boolean not null default false, add colour_mask jsonb,
        add colours jsonb not null default '[]'`);
  }
}
