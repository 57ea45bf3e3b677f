import { Migration } from '@mikro-orm/migrations';

/**
 * Moves the progress of all reconciliations into one table. The three old tables stay for the previous version, which reads them
 * during an upgrade; reconciliations in progress start again, which only repeats requests.
 */
export default class OneReconciliation extends Migration {
  override up(): void {
    this.addSql(`
      create table reconciliation (
        kind text not null,
        provider text not null,
        due_at timestamptz(3) not null,
        started_at timestamptz(3),
        place jsonb,
        done_to timestamptz(3),
        primary key (kind, provider)
      )`);
    this.addSql(`
      insert into reconciliation (kind, provider, due_at, done_to)
      select 'news', provider, due_at, swept_to from payment_sweep
      union all select 'returns', provider, due_at, null from returns_sweep
      union all select 'statements', provider, due_at, (day || ' 00:00:00 America/Sao_Paulo')::timestamptz from statement_sweep`);
  }
}
