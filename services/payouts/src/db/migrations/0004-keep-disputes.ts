import { Migration } from '@mikro-orm/migrations';

export default class KeepDisputes extends Migration {
  override up(): void {
    this.addSql('alter table sold_item add column is_disputed boolean not null default false');
  }
}
