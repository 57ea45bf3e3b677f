import { Migration } from '@mikro-orm/migrations';

/** What shows several artworks goes where no product came to show them. */
export default class SupersedeRenders extends Migration {
  override up(): void {
    this.addSql(`
      insert into discarded_object (key, due_at)
      select key, created_at + interval '90 days' from render where other_artwork_ids <> '{}' and key is not null
      on conflict (key) do nothing`);
  }
}
