import { Migration } from '@mikro-orm/migrations';

/** A buyer who was made at the gateway once is not looked for again. */
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
