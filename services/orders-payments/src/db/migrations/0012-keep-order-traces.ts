import { Migration } from '@mikro-orm/migrations';

/** The trace in which a payment was begun, if traces are recorded. */
export default class KeepOrderTraces extends Migration {
  override up(): void {
    this.addSql(`
      create table order_trace (
        order_id uuid primary key references customer_order (id),
        traceparent text not null,
        kept_at timestamptz not null
      )`);
    this.addSql('create index order_trace_kept on order_trace (kept_at)');
  }
}
