import { boolean, key, uuid } from '@estampa/kit/postgres/columns';
import { replica } from '../replica.ts';

/** Artworks as media-render publishes them; a deleted one stays, so that an older event cannot bring it back. */
export const artwork = replica('artwork', { id: key(uuid), deleted: boolean });
