import { mustReachAll } from '@estampa/kit/rpc/caller';
import { PSD_HEADER_BYTES, psdHeader } from '../../adapters/psd/scan-psd.ts';
import { runPsdTask } from '../../adapters/psd/psd-thread.ts';
import type { Context } from '../../context.ts';
import {
  damagedPsd,
  mustBeImportable,
  PSD_BYTES_MAX,
  psdTooLarge,
  psdWorkingBytes,
} from '../../domain/psd/psd-limits.ts';
import { mustBePsdKey } from '../../domain/storage-keys.ts';
import { mustBeStored } from '../storage/uploaded-file.ts';

/** Work on an uploaded Photoshop file, in a slot as large as it may become; its first bytes reject most before that. */
export async function withPsd<T>(
  { caller, call, store, studio }: Context,
  key: string,
  task: (bytes: Uint8Array, run: typeof runPsdTask) => Promise<T>,
): Promise<T> {
  mustReachAll(caller);
  mustBePsdKey(key);
  const { sizeBytes, etag } = await mustBeStored(store, key);
  if (sizeBytes > PSD_BYTES_MAX) throw psdTooLarge(`${sizeBytes} bytes`);
  const header = psdHeader(Buffer.from(await store.readStart(key, etag, PSD_HEADER_BYTES)));
  if (!header) throw damagedPsd('it does not begin as one');
  mustBeImportable(header);
  const claim = { bytes: psdWorkingBytes(header, sizeBytes), signal: call.signal };
  return studio.inSlotOf(claim, async () => task(await store.read(key, etag), runPsdTask));
}
