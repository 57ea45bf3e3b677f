import { catalog } from './catalog.ts';
import { identity } from './identity.ts';
import { media } from './media.ts';
import { orders } from './orders.ts';

export const consumers = [identity, catalog, media, orders];
