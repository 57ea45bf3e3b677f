import { runBeside } from '../processes/run-beside.ts';

/** Lists objects that no record names and records whose object is not there; 1 when there are any. */
export const storage = (args: readonly string[]): Promise<number> =>
  runBeside('media-render', 'check-storage.ts', args);
