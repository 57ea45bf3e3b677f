import { Migration } from '@mikro-orm/migrations';

export default class CreateRenders extends Migration {
  override up(): void {
    this.addSql(`
      create table placement (
        artwork_id uuid not null references artwork on delete cascade,
        template_id text not null,
        x double precision not null,
        y double precision not null,
        scale double precision not null check (scale between 0.01 and 20),
        rotation double precision not null check (rotation >= 0 and rotation < 360),
        updated_at timestamptz not null,
        primary key (artwork_id, template_id)
      )`);
    this.addSql(`
      create table render (
        artwork_id uuid not null references artwork on delete cascade,
        template_id text not null,
        id uuid not null unique,
        status text not null check (status in ('pending', 'rendering', 'rendered', 'failed')),
        artwork_version int not null,
        input_hash text,
        key text,
        placement jsonb not null,
        width_px int not null,
        height_px int not null,
        error text,
        lease_id uuid,
        lease_until timestamptz,
        version int not null,
        created_at timestamptz not null,
        primary key (artwork_id, template_id),
        check (status <> 'rendered' or (key is not null and input_hash is not null))
      )`);
    this.addSql('create index render_newest on render (artwork_id, created_at desc, id desc)');
  }
}
