import { boolean, key, uuid } from '@estampa/kit/postgres/columns';
import { replica } from '../replica.ts';

/** All photos of one product, as media-render publishes them. */
export const gallery = replica('gallery', { sellerProductId: key(uuid), deleted: boolean });
