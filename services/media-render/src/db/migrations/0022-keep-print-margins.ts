import { Migration } from '@mikro-orm/migrations';

/** Beyond the print area and inside it; what was told of templates before this was known is in their facts. */
export default class KeepPrintMargins extends Migration {
  override up(): void {
    this.addSql(`
      alter table template add bleed_mm double precision not null default 0, add safe_mm double precision not null default 0`);
    this.addSql(`
      update template set bleed_mm = coalesce((fact #>> '{template,bleedMm}')::float8, 0),
        safe_mm = coalesce((fact #>> '{template,safeMm}')::float8, 0)
      where fact #> '{template,bleedMm}' is not null or fact #> '{template,safeMm}' is not null`);
  }
}
