import { startWorkerService } from '@estampa/testing/start-service';
import { SEARCH } from '../src/domain/page-names.ts';

export const CDN_URL = 'https://cdn.example';

/** Contains data of earlier test files of the same worker. */
export const startStorefront = () => startWorkerService('storefront', { CDN_URL });

/** Names of changed pages but for what searches find, which jobs change at any time by the likes and words of earlier files. */
export const withoutSearch = (names: readonly string[]): string[] => names.filter((name) => name !== SEARCH);
