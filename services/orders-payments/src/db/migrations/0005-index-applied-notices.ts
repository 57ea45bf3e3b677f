import { Migration } from '@mikro-orm/migrations';

export default class IndexAppliedNotices extends Migration {
  override up(): void {
    this.addSql('create index payment_notice_applied on payment_notice (applied_at) where applied_at is not null');
  }
}
