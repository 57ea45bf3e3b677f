import { catalog } from './catalog.ts';
import { identity } from './identity.ts';
import { orders } from './orders.ts';

export const consumers = [catalog, identity, orders];
