import { Migration } from '@mikro-orm/migrations';

/**
 * A payment that the provider has is paid at a page that is known: no row is in between. Checked of what is written from now on, as
 * looking through all rows would keep checkouts waiting; no version ever wrote another.
 */
export default class CheckIdsOfPayments extends Migration {
  override up(): void {
    this.addSql(`
      alter table payment add constraint payment_ids check (
        preference_id is not null
        or (provider_payment_id is null and init_point is null and sandbox_init_point is null)) not valid`);
  }
}
