import { Migration } from '@mikro-orm/migrations';

export default class ForgetBuyers extends Migration {
  override up(): void {
    this.addSql('alter table sold_order drop column recipient, drop column user_id');
  }
}
