import { Migration } from '@mikro-orm/migrations';

export default class ChangeMarkTable extends Migration {
  override up(): void {
    this.addSql('create table change_mark (shard int primary key, value bigint not null) with (fillfactor = 10)');
    this.addSql(`insert into change_mark select shard, 0 from generate_series(0, 15) as shard`);
  }
}
