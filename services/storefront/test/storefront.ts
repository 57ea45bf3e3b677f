import { startWorkerService } from '@estampa/testing/start-service';

export const CDN_URL = 'https://cdn.example';

/** With what earlier test files of this worker left in it. */
export const startStorefront = () => startWorkerService('storefront', { CDN_URL });
