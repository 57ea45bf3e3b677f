import { Migration } from '@mikro-orm/migrations';

export default class AddColours extends Migration {
  override up(): void {
    this.addSql('alter table template add colours jsonb');
    this.addSql('alter table render add colours jsonb');
  }
}
