import { identity } from './identity.ts';

export const consumers = [identity];
