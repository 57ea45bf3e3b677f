import { Migration } from '@mikro-orm/migrations';

/** Stores customer ids at the payment provider, so that known buyers are not searched there again. */
export default class RememberGatewayCustomers extends Migration {
  override up(): void {
    this.addSql(`
      create table gateway_customer (
        provider text not null,
        user_id uuid not null,
        mark text not null,
        customer_id text not null,
        primary key (provider, user_id)
      )`);
  }
}
