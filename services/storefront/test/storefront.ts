import { startWorkerService } from '@estampa/testing/start-service';

export const CDN_URL = 'https://cdn.example';

/** Contains data of earlier test files of the same worker. */
export const startStorefront = () => startWorkerService('storefront', { CDN_URL });
