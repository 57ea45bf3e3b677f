import { Migration } from '@mikro-orm/migrations';

export default class RemoveRenders extends Migration {
  override up(): void {
    this.addSql('alter table render add is_deleted boolean not null default false');
  }
}
