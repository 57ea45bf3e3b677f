import { Migration } from '@mikro-orm/migrations';

/** Images by their keys: addresses are made where they leave the house. */
export default class KeepPictureKeys extends Migration {
  override up(): void {
    this.addSql(`
      update template set images = (
        select jsonb_agg(image - 'url' order by position)
        from jsonb_array_elements(images) with ordinality as stored(image, position)
      )
      where jsonb_array_length(images) > 0`);
  }
}
