import { Migration } from '@mikro-orm/migrations';

/** Where templates show further surfaces, and which artworks renders show there. */
export default class AddShownPrints extends Migration {
  override up(): void {
    this.addSql('alter table template add areas jsonb');
    this.addSql('alter table render add others jsonb');
    this.addSql(`alter table render add other_artwork_ids text[] not null default '{}'`);
  }
}
