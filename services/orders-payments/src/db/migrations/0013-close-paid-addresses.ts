import { Migration } from '@mikro-orm/migrations';

/** Closes links that accept several payments once one is paid; checks disputes until they end. */
export default class ClosePaidAddresses extends Migration {
  override up(): void {
    this.addSql('alter table payment add column closed_at timestamptz');
    this.addSql(`update payment set due_at = now() where status = 'disputed' and due_at is null`);
    this.addSql(`
      create table payment_sweep (
        provider text primary key,
        due_at timestamptz not null,
        swept_to timestamptz not null
      )`);
  }
}
