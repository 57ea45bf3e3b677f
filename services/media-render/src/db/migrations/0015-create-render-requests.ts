import { Migration } from '@mikro-orm/migrations';

/** Images that were asked for and are not made yet; `free_at` is when whoever took one is believed to have died. */
export default class CreateRenderRequests extends Migration {
  override up(): void {
    this.addSql(`
      create table render_request (
        artwork_id uuid not null references artwork on delete cascade,
        template_id text not null,
        id uuid not null unique,
        seller_profile_id uuid not null,
        placement jsonb not null,
        due_at timestamptz not null,
        free_at timestamptz not null,
        tries int not null,
        primary key (artwork_id, template_id)
      )`);
    this.addSql('create index render_request_due on render_request (due_at)');
    this.addSql('create index render_request_seller on render_request (seller_profile_id)');
  }
}
