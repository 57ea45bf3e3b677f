import { Migration } from '@mikro-orm/migrations';

/** Images by their keys: addresses are made where they leave the house. */
export default class PictureKeysMigration extends Migration {
  override up(): void {
    for (const image of ['avatar', 'banner']) {
      this.addSql(`alter table seller_profiles rename column ${image}_url to ${image}_key`);
      this.addSql(`
        update seller_profiles set ${image}_key = regexp_replace(${image}_key, '^https?://.*?/(?=public/)', '')
        where ${image}_key is not null`);
    }
  }
}
