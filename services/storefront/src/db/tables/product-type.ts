import { key, uuid } from '@estampa/kit/postgres/columns';
import { replica } from '../replica.ts';

/** Product types as catalog publishes them, without their variants. */
export const productType = replica('product_type', { id: key(uuid) });
