import { Migration } from '@mikro-orm/migrations';

/**
 * Rows stay for a quarter of an hour, so as many are dead after a few minutes as by default may be a fifth of all; index pages that are
 * empty are used again only after the vacuum after. Vacuumed each time that autovacuum comes by, the files stay as small as the rows.
 */
export default class VacuumPageChanges extends Migration {
  override up(): void {
    this.addSql('alter table page_change set (autovacuum_vacuum_scale_factor = 0.02)');
  }
}
