import { Migration } from '@mikro-orm/migrations';

export class RecordPrintAreas extends Migration {
  override up(): void {
    this.addSql('alter table template add print_width_mm double precision');
    this.addSql('alter table render add print_area jsonb');
  }
}

/** Images that paid orders show, for good. */
export class KeepSoldPictures extends Migration {
  override up(): void {
    this.addSql('create table sold_picture (key text primary key)');
    this.addSql('create index render_key on render (key) where key is not null');
    // Nobody knows which of these orders show.
    this.addSql(
      `insert into sold_picture (key) select key from render where key like '%/render.webp' on conflict do nothing`,
    );
  }
}

/** Beyond the print area and inside it; what was told of templates before this was known is in their facts. */
export class KeepPrintMargins extends Migration {
  override up(): void {
    this.addSql(`
      alter table template add bleed_mm double precision not null default 0, add safe_mm double precision not null default 0`);
    this.addSql(`
      update template set bleed_mm = coalesce((fact #>> '{template,bleedMm}')::float8, 0),
        safe_mm = coalesce((fact #>> '{template,safeMm}')::float8, 0)
      where fact #> '{template,bleedMm}' is not null or fact #> '{template,safeMm}' is not null`);
  }
}

/** One print for all items that were sold of it, and what each item is printed from. */
export class CreatePrintFiles extends Migration {
  override up(): void {
    this.addSql(`
      create table print_file (
        digest text primary key,
        artwork_id uuid not null,
        job jsonb not null,
        key text unique,
        size_bytes bigint,
        content_hash text,
        due_at timestamptz,
        tries int not null default 0,
        check ((due_at is null) = (key is not null)),
        check ((key is null) = (size_bytes is null) and (key is null) = (content_hash is null))
      )`);
    this.addSql('create index print_file_due on print_file (due_at) where due_at is not null');
    this.addSql('create index print_file_artwork on print_file (artwork_id)');
    this.addSql(`
      create table print_item (
        order_item_id uuid primary key,
        print_digest text not null
      )`);
  }
}

/** Prints that nobody needs go; `due_at` of such a one is infinity until somebody asks for it. */
export class ForgetPrints extends Migration {
  override up(): void {
    this.addSql(`
      alter table print_file add used_at timestamptz not null default now(), add times_forgotten int not null default 0`);
    this.addSql('create index print_file_used on print_file (used_at) where key is not null');
  }
}
