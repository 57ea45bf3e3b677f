import { Migration } from '@mikro-orm/migrations';

export default class CreateTemplates extends Migration {
  override up(): void {
    this.addSql(`
      create table template (
        id text primary key,
        product_type_id uuid not null,
        options jsonb,
        print_area jsonb,
        source_image jsonb,
        images jsonb not null,
        is_active boolean not null,
        revision int not null,
        version int not null
      )`);
  }
}
