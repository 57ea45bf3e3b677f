import { integer, json, list, oneOf, text } from '@estampa/kit/postgres/columns';
import { statement } from '@estampa/kit/postgres/statement';
import type { EntityManager } from '@mikro-orm/postgresql';
import { FORMATS, type ImageFormat } from '../domain/image.ts';

const ARTWORK = `select id, seller_profile_id as "sellerProfileId", file_version as "fileVersion", format,
  (select coalesce(jsonb_agg(jsonb_build_object('fileVersion', f.file_version, 'format', f.format) order by f.file_version), '[]')
   from artwork_file f where f.artwork_id = artwork.id and f.file_version < artwork.file_version and f.taken_key is null)
    as "olderFiles",
  array(select key from render where artwork_id = artwork.id and key is not null) as "renderKeys" from artwork`;
const ARTWORK_COLUMNS = {
  id: text,
  sellerProfileId: text,
  fileVersion: integer,
  format: oneOf(FORMATS),
  olderFiles: json<{ fileVersion: number; format: ImageFormat }[]>(),
  renderKeys: list(text),
};
const TEMPLATE = `select id, array(select image ->> 'key' from jsonb_array_elements(images) as image) as keys from template`;
const TEMPLATE_COLUMNS = { id: text, keys: list(text) };

const ARTWORKS = statement(`${ARTWORK} where id = any($1::uuid[])`, ARTWORK_COLUMNS);
const ARTWORKS_AFTER = statement(`${ARTWORK} where id > $1::uuid order by id limit $2`, ARTWORK_COLUMNS);
const TEMPLATES = statement(`${TEMPLATE} where id = any($1::text[])`, TEMPLATE_COLUMNS);
const TEMPLATES_AFTER = statement(`${TEMPLATE} where id > $1 order by id limit $2`, TEMPLATE_COLUMNS);
const PROFILE_IMAGES_AFTER = statement(
  'select key from profile_image where key > $1 and fact_version is not null order by key limit $2',
  { key: text },
);

const PRINTS_AFTER = statement('select key from print_file where key > $1 order by key limit $2', { key: text });
const PRODUCT_IMAGES_AFTER = statement('select key from product_image where key > $1 order by key limit $2', {
  key: text,
});

/** Whatever is being uploaded, taken in, shown or thrown away. */
const EXPECTED = statement(
  `select key from unnest($1::text[]) as requested (key)
   where exists (select from upload where upload.key in (requested.key, regexp_replace(requested.key, '^public/', 'private/')))
     or exists (select from discarded_object where discarded_object.key = requested.key)
     or exists (select from profile_image where profile_image.key = requested.key)
     or exists (select from product_image where product_image.key = requested.key)
     or exists (select from print_file where print_file.key = requested.key)
     or exists (select from sold_picture where sold_picture.key = requested.key)`,
  { key: text },
);

export const artworksById = (em: EntityManager, ids: readonly string[]) => ARTWORKS.all(em, [ids]);
export const templatesById = (em: EntityManager, ids: readonly string[]) => TEMPLATES.all(em, [ids]);
export const artworksAfter = (em: EntityManager, id: string, count: number) => ARTWORKS_AFTER.all(em, [id, count]);
export const templatesAfter = (em: EntityManager, id: string, count: number) => TEMPLATES_AFTER.all(em, [id, count]);
export const profileImagesAfter = (em: EntityManager, key: string, count: number) =>
  PROFILE_IMAGES_AFTER.all(em, [key, count]);
export const printsAfter = (em: EntityManager, key: string, count: number) => PRINTS_AFTER.all(em, [key, count]);
export const productImagesAfter = (em: EntityManager, key: string, count: number) =>
  PRODUCT_IMAGES_AFTER.all(em, [key, count]);

export const expectedKeys = async (em: EntityManager, keys: readonly string[]): Promise<string[]> =>
  (await EXPECTED.all(em, [keys])).map(({ key }) => key);
