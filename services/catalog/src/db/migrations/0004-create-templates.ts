import { Migration } from '@mikro-orm/migrations';

export default class CreateTemplates extends Migration {
  override up(): void {
    this.addSql(`
      create table template (
        id text primary key check (id ~ '^[a-z0-9-]{1,80}$'),
        product_type_id uuid not null references product_type on delete cascade,
        display_name text not null,
        assets jsonb not null,
        options jsonb,
        print_area jsonb,
        source_image jsonb,
        images jsonb not null,
        is_active boolean not null,
        revision int not null,
        version int not null,
        created_at timestamptz not null,
        updated_at timestamptz not null
      )`);
    this.addSql('create index template_newest on template (product_type_id, created_at desc, id desc)');
    this.addSql('create index template_newest_of_all on template (created_at desc, id desc)');
  }
}
