import { catalog } from './catalog.ts';
import { identity } from './identity.ts';

export const consumers = [catalog, identity];
