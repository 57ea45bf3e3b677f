import type { PsdContents } from '../../adapters/psd/import-psd.ts';
import type { Context } from '../../context.ts';
import { withPsd } from './psd-file.ts';

/** What can be printed on in an uploaded file; nothing is stored. */
export const readPsd = (context: Context, key: string): Promise<PsdContents> =>
  withPsd(context, key, (bytes, run) => run('readContents', { bytes }, { signal: context.call.signal }));
