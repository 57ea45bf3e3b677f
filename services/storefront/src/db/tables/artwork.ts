import { boolean, key, uuid } from '@estampa/kit/postgres/columns';
import { replica } from '../replica.ts';

/** As media-render publishes them; one that is gone for good stays as such, so that an older event cannot bring it back. */
export const artwork = replica('artwork', { id: key(uuid), deleted: boolean });
