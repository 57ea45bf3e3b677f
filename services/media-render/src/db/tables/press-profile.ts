import { integer, key, nullable, text, uuid } from '@estampa/kit/postgres/columns';
import { table } from '@estampa/kit/postgres/table';

/** What the catalog's product types are printed with. */
export const pressProfile = table('press_profile', {
  productTypeId: key(uuid),
  /** In storage; null for the built-in profile. */
  key: nullable(text),
  version: integer,
});
