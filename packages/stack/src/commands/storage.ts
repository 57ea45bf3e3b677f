import { runServiceScript } from '../processes/run-service-script.ts';

/** Lists objects that no record names and records whose object is not there; 1 when there are any. */
export const storage = (args: readonly string[]): Promise<number> =>
  runServiceScript('media-render', 'check-storage.ts', args);
