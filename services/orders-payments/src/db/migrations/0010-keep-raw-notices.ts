import { Migration } from '@mikro-orm/migrations';

/** Stores webhooks as they came, so that one which cannot be applied now can be applied later. */
export default class KeepRawNotices extends Migration {
  override up(): void {
    this.addSql(`
      alter table payment_notice
        add column query text not null default '',
        add column raw_body bytea not null default '',
        add column parked_at timestamptz`);
    this.addSql('drop index payment_notice_unapplied');
    this.addSql(`
      create index payment_notice_unapplied on payment_notice (provider, provider_payment_id, id)
      where applied_at is null and parked_at is null`);
    this.addSql('create index payment_notice_parked on payment_notice (parked_at) where parked_at is not null');
  }
}
