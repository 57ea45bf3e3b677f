import { Migration } from '@mikro-orm/migrations';

/** Amounts of more than 32 bits, several corrections of one sale, and never two sellers in one batch. */
export default class Ledger extends Migration {
  override up(): void {
    this.addSql('alter table payout_item alter column amount_cents type bigint');
    this.addSql('drop index payout_item_once');
    this.addSql(`create unique index payout_item_sale_once on payout_item (order_item_id) where type = 'sale'`);
    this.addSql('create index payout_item_of_order_item on payout_item (order_item_id)');
    this.addSql('create index payout_item_in_payout on payout_item (payout_id) where payout_id is not null');
    this.addSql('alter table payout add constraint payout_of_one_seller unique (id, seller_profile_id)');
    this.addSql(`
      alter table payout_item drop constraint payout_item_payout_id_fkey,
        add constraint payout_item_of_its_seller foreign key (payout_id, seller_profile_id)
          references payout (id, seller_profile_id),
        add constraint payout_item_payable_in_batch
          check (payout_id is null or status = 'releasable' or paid_at is not null)`);
  }
}
