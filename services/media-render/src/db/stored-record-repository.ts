import { json, list, type RowOf, text } from '@estampa/kit/postgres/columns';
import { selected } from '@estampa/kit/postgres/rows';
import { statement } from '@estampa/kit/postgres/statement';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { ImageFormat } from '../domain/image.ts';
import { isPrintedWith } from './press-profile-repository.ts';
import { artwork } from './tables/artwork.ts';
import { template } from './tables/template.ts';

const ARTWORK = artwork.pick('id', 'sellerProfileId', 'fileVersion', 'format');
const STORED_ARTWORK = {
  ...ARTWORK,
  olderFiles: json<{ fileVersion: number; format: ImageFormat }[]>(),
  renderKeys: list(text),
};
const STORED_TEMPLATE = { ...template.pick('id'), keys: list(text) };
const STORED_KEY = { key: text };

export type StoredArtwork = RowOf<typeof STORED_ARTWORK>;
export type StoredTemplate = RowOf<typeof STORED_TEMPLATE>;
type StoredKey = RowOf<typeof STORED_KEY>;

/** Which objects in storage the database names; each page is what comes after an id or a key. */
export const storedRecords = {
  findArtworks: (em: EntityManager, ids: readonly string[]): Promise<StoredArtwork[]> => ARTWORKS.all(em, [ids]),

  findTemplates: (em: EntityManager, ids: readonly string[]): Promise<StoredTemplate[]> => TEMPLATES.all(em, [ids]),

  findArtworksAfter: (em: EntityManager, id: string, count: number): Promise<StoredArtwork[]> =>
    ARTWORKS_AFTER.all(em, [id, count]),

  findTemplatesAfter: (em: EntityManager, id: string, count: number): Promise<StoredTemplate[]> =>
    TEMPLATES_AFTER.all(em, [id, count]),

  findProfileImagesAfter: (em: EntityManager, key: string, count: number): Promise<StoredKey[]> =>
    PROFILE_IMAGES_AFTER.all(em, [key, count]),

  findPrintsAfter: (em: EntityManager, key: string, count: number): Promise<StoredKey[]> =>
    PRINTS_AFTER.all(em, [key, count]),

  findPhotosAfter: (em: EntityManager, key: string, count: number): Promise<StoredKey[]> =>
    PHOTOS_AFTER.all(em, [key, count]),

  findSoldImagesAfter: (em: EntityManager, key: string, count: number): Promise<StoredKey[]> =>
    SOLD_IMAGES_AFTER.all(em, [key, count]),

  findPressProfilesAfter: (em: EntityManager, key: string, count: number): Promise<StoredKey[]> =>
    PRESS_PROFILES_AFTER.all(em, [key, count]),

  /** Those of some keys that are being uploaded, shown or discarded. */
  findExpected: async (em: EntityManager, keys: readonly string[]): Promise<string[]> =>
    (await EXPECTED.all(em, [keys])).map(({ key }) => key),
};

const FROM_ARTWORK = `select ${selected(ARTWORK, 'a')},
  (select coalesce(jsonb_agg(jsonb_build_object('fileVersion', f.file_version, 'format', f.format) order by f.file_version), '[]')
   from artwork_file f where f.artwork_id = a.id and f.file_version < a.file_version and f.taken_key is null)
    as "olderFiles",
  array(select key from render where artwork_id = a.id and key is not null) as "renderKeys" from artwork a`;
const ARTWORKS = statement(`${FROM_ARTWORK} where a.id = any($1::uuid[])`, STORED_ARTWORK);
const ARTWORKS_AFTER = statement(`${FROM_ARTWORK} where a.id > $1::uuid order by a.id limit $2`, STORED_ARTWORK);

const FROM_TEMPLATE = `select id, array(select image ->> 'key' from jsonb_array_elements(images) as image) as keys from template`;
const TEMPLATES = statement(`${FROM_TEMPLATE} where id = any($1::text[])`, STORED_TEMPLATE);
const TEMPLATES_AFTER = statement(`${FROM_TEMPLATE} where id > $1 order by id limit $2`, STORED_TEMPLATE);

const PROFILE_IMAGES_AFTER = statement(
  'select key from profile_image where key > $1 and fact_version is not null order by key limit $2',
  STORED_KEY,
);
const PRINTS_AFTER = statement('select key from print_file where key > $1 order by key limit $2', STORED_KEY);
const PHOTOS_AFTER = statement('select key from product_image where key > $1 order by key limit $2', STORED_KEY);
const SOLD_IMAGES_AFTER = statement('select key from sold_picture where key > $1 order by key limit $2', STORED_KEY);
const PRESS_PROFILES_AFTER = statement(
  'select distinct key from press_profile where key > $1 order by key limit $2',
  STORED_KEY,
);

const EXPECTED = statement(
  `select key from unnest($1::text[]) as requested (key)
   where exists (select from upload where upload.key in (requested.key, regexp_replace(requested.key, '^public/', 'private/')))
     or exists (select from discarded_object where discarded_object.key = requested.key)
     or exists (select from profile_image where profile_image.key = requested.key)
     or exists (select from product_image where product_image.key = requested.key)
     or exists (select from print_file where print_file.key = requested.key)
     or ${isPrintedWith('requested')}
     or exists (select from sold_picture where sold_picture.key = requested.key)`,
  STORED_KEY,
);
