import { catalog } from './catalog.ts';

export const consumers = [catalog];
