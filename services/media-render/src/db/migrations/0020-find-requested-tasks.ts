import { Migration } from '@mikro-orm/migrations';

/** What somebody asked for is found however much is out of date. */
export default class FindRequestedTasks extends Migration {
  override up(): void {
    this.addSql(`create index render_task_requested on render_task (due_at) where reason = 'requested'`);
  }
}
