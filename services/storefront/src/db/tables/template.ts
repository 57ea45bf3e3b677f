import { boolean, key, text, uuid } from '@estampa/kit/postgres/columns';
import { replica } from '../replica.ts';

/** Templates as catalog publishes them. */
export const template = replica('template', { id: key(text), productTypeId: uuid, deleted: boolean });
