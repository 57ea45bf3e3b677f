import { Migration } from '@mikro-orm/migrations';

export default class AddSurfaces extends Migration {
  override up(): void {
    this.addSql('alter table template add surface jsonb');
  }
}
