import { artwork } from './tables/artwork.ts';

/** Those that MikroORM gives pages of. */
export const entities = [artwork.Row];
