import { Migration } from '@mikro-orm/migrations';

const ACCOUNTS = `'clearing', 'platform_fee', 'production_cost', 'freight', 'discounts', 'platform_margin', 'artist_earnings', 'refunds',
  'returns', 'provider_fees', 'payouts'`;

/** An account of the ledger for what coupons take off. All rows that stand have one of the accounts of before. */
export default class Discounts extends Migration {
  override up(): void {
    for (const side of ['debit', 'credit'])
      this.addSql(`
        alter table ledger_transfer drop constraint ledger_transfer_${side},
          add constraint ledger_transfer_${side} check (${side} in (${ACCOUNTS})) not valid`);
  }
}
