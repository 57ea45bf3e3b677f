import { Migration } from '@mikro-orm/migrations';

/**
 * Every image that is to be made, one row for each artwork and template: what somebody asked for, with the version of the
 * file that its placement was meant for, and what is out of date. `render_request` and `render_refresh` are left for the
 * version before; what it leaves in them is taken over.
 */
export default class CreateRenderTasks extends Migration {
  override up(): void {
    this.addSql(`
      create table render_task (
        artwork_id uuid not null references artwork on delete cascade,
        template_id text not null,
        id uuid not null unique,
        seller_profile_id uuid not null,
        reason text not null check (reason in ('requested', 'outdated')),
        placement jsonb,
        artwork_version int,
        due_at timestamptz not null,
        free_at timestamptz not null,
        tries int not null,
        primary key (artwork_id, template_id),
        check ((reason = 'requested') = (placement is not null and artwork_version is not null))
      )`);
    this.addSql('create index render_task_due on render_task (due_at)');
    this.addSql('create index render_task_seller on render_task (seller_profile_id)');
  }
}
