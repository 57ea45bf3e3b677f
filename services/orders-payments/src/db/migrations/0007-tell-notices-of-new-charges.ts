import { Migration } from '@mikro-orm/migrations';

/** A webhook that says no more than that a charge was created is irrelevant once the charge is known. */
export default class TellNoticesOfNewCharges extends Migration {
  override up(): void {
    this.addSql('alter table payment_notice add column is_new_charge boolean not null default false');
  }
}
