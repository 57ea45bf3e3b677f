import { Migration } from '@mikro-orm/migrations';

/** Invoices of paid orders, where the deployment has an issuer: of each the intent first. */
export default class Invoices extends Migration {
  override up(): void {
    this.addSql(`
      create table invoice (
        id uuid primary key,
        order_id uuid not null references customer_order,
        place int not null,
        reference text not null unique,
        status text not null,
        value_cents int not null,
        issuer_id text,
        number text,
        verification_code text,
        url text,
        nfe_key text,
        rejection text,
        requested_at timestamptz(3),
        requests int not null,
        cancel_requested_at timestamptz(3),
        is_retried boolean not null,
        created_at timestamptz(3) not null,
        due_at timestamptz(3),
        failures int not null,
        constraint invoice_place unique (order_id, place)
      )`);
    this.addSql('create index invoice_due on invoice (due_at) where due_at is not null');
    this.addSql(`
      create index invoice_outstanding on invoice (created_at, id)
      where status not in ('issued', 'cancelled')`);
    this.addSql('create index invoice_newest on invoice (created_at desc, id desc)');
    this.addSql('alter table order_milestone add column is_invoiced boolean not null default false');
    this.addSql(`
      create index order_milestone_to_invoice on order_milestone (reached_at)
      where not is_invoiced and kind <> 'shipped'`);
  }
}
