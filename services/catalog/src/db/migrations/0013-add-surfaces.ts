import { Migration } from '@mikro-orm/migrations';

export default class AddSurfaces extends Migration {
  override up(): void {
    this.addSql(`
      alter table template add warp jsonb, add displacement jsonb,
        add blend text not null default 'normal' check (blend in ('normal', 'multiply', 'screen')),
        add ink_opacity double precision not null default 1 check (ink_opacity between 0 and 1)`);
  }
}
