import { Migration } from '@mikro-orm/migrations';

export default class CreateTemplateImports extends Migration {
  override up(): void {
    this.addSql(`
      create table template_import (
        id uuid primary key,
        product_type_id uuid not null references product_type (id),
        display_name text not null,
        upload_key text not null,
        requested_by uuid not null,
        state text not null check (state in ('queued', 'running', 'completed', 'failed')),
        print_areas jsonb,
        template_ids jsonb not null,
        warnings jsonb not null,
        failure jsonb,
        tries int not null,
        due_at timestamptz,
        created_at timestamptz not null,
        updated_at timestamptz not null
      )`);
    this.addSql(`
      create unique index template_import_open on template_import (requested_by) where state in ('queued', 'running')`);
    this.addSql('create index template_import_due on template_import (due_at) where due_at is not null');
    this.addSql('create index template_import_created on template_import (created_at)');
  }
}
