import { boolean, key, nullable, text, uuid } from '@estampa/kit/postgres/columns';
import { replica } from '../replica.ts';

/** Templates as catalog publishes them. */
export const template = replica('template', {
  id: key(text),
  productTypeId: uuid,
  /** Null is the first one of its type. */
  surface: nullable(text),
  deleted: boolean,
});
