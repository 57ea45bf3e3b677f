import { Migration } from '@mikro-orm/migrations';

/** Stores images by their object keys; addresses are made when they are published. */
export default class KeepPictureKeys extends Migration {
  override up(): void {
    this.addSql('alter table order_items rename column image_url to image_key');
    this.addSql(`
      update order_items set image_key = regexp_replace(image_key, '^https?://.*?/(?=public/)', '')
      where image_key is not null`);
  }
}
