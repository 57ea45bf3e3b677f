import { Migration } from '@mikro-orm/migrations';

/** Changes of counters that were locked at the time; a job adds them a little later. */
export default class CountChanges extends Migration {
  override up(): void {
    this.addSql(`
      create table count_change (
        id bigint generated always as identity primary key,
        seller_profile_id uuid not null,
        seller_product_id uuid,
        likes int not null default 0,
        followers int not null default 0
      )`);
    this.addSql('create index count_change_seller_profile on count_change (seller_profile_id)');
    this.addSql('create index count_change_seller_product on count_change (seller_product_id)');
  }
}
