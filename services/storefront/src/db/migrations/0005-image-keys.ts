import { Migration } from '@mikro-orm/migrations';

/** Stores images by their object keys, so that stored data does not depend on the address they are served from. */
export default class ImageKeys extends Migration {
  override up(): void {
    this.addSql('alter table store rename column avatar_url to avatar_key');
    this.addSql('alter table store_product rename column thumbnail_url to thumbnail_key');
    this.addSql(
      `update store set avatar_key = ${keyOf('avatar_key')}, fact = jsonb_set(fact, '{profile}', ${renamed(
        "fact -> 'profile'",
        { avatarUrl: 'avatarKey', bannerUrl: 'bannerKey' },
      )})`,
    );
    this.addSql(
      `update artwork set fact = jsonb_set(fact, '{artwork}', ${renamed("fact -> 'artwork'", { previewUrl: 'previewKey' })})`,
    );
    this.addSql(
      `update render set fact = jsonb_set(fact, '{render}', ${renamed("fact -> 'render'", { url: 'imageKey' })})`,
    );
    this.addSql(`
      update template set fact = jsonb_set(fact, '{template,images}', (
        select jsonb_agg(image - 'url' order by position)
        from jsonb_array_elements(fact -> 'template' -> 'images') with ordinality as images(image, position)
      ))
      where jsonb_array_length(fact -> 'template' -> 'images') > 0`);
    this.addSql(`
      update store_product set
        thumbnail_key = ${keyOf('thumbnail_key')},
        page_head = regexp_replace(page_head, ${ADDRESS_MEMBER}, ${KEY_MEMBER}, 'g'),
        page_tail = regexp_replace(page_tail, ${ADDRESS_MEMBER}, ${KEY_MEMBER}, 'g')`);
  }
}

/** All images are stored below this folder, whatever base address precedes it. */
const keyOf = (address: string): string => `regexp_replace(${address}, '^https?://.*?/(?=public/)', '')`;

/** Renames the members of a JSON object that contain addresses and replaces the addresses by keys. */
const renamed = (object: string, names: Readonly<Record<string, string>>): string =>
  Object.entries(names).reduce(
    (changed, [from, to]) =>
      `(${changed} - '${from}' || jsonb_strip_nulls(jsonb_build_object('${to}', ${keyOf(`${object} ->> '${from}'`)})))`,
    `(${object})`,
  );

const ADDRESS_MEMBER = String.raw`'"(url|previewUrl)":"https?://[^"\\]*?/(public/[^"\\]*")'`;
const KEY_MEMBER = String.raw`'"\1":"\\/\2'`;
