import { storageKeysOf } from '@estampa/kit/service/storage-config';
import { restrictDecoders } from './adapters/decoding.ts';
import { MockupStudio } from './adapters/mockup-studio.ts';
import { ObjectStore } from './adapters/object-store.ts';
import { Slots } from './adapters/slots.ts';
import type { Config } from './config.ts';
import type { Dependencies } from './context.ts';
import { INCOMING_MAX } from './domain/temporary-bytes.ts';

/** Files that come in at once, each in a file of its own; slow senders fill only their own places. */
const DOORWAY = {
  bytesMax: INCOMING_MAX,
  perOwnerMax: 4,
  waitingMax: 128,
  waitingPerOwnerMax: 16,
  waitMaxMs: 20_000,
};

/** Of memory: what anyone may request takes none of the rest. */
const VISITORS_SHARE = 1 / 8;

/** What lies beyond this service: object storage, and the studio that draws from it. */
export function connectDependencies(config: Config, resources: AsyncDisposableStack): Dependencies {
  restrictDecoders();
  const store = resources.use(
    new ObjectStore({
      endpoint: config.S3_ENDPOINT,
      region: config.S3_REGION,
      keys: storageKeysOf(config),
      bucket: config.S3_BUCKET,
      publicAcl: config.S3_PUBLIC_ACL,
      uploadUrl: config.UPLOAD_URL,
    }),
  );
  const shareOf = (share: number) => ({
    cacheBytesMax: Math.floor(config.RENDER_CACHE_BYTES * share),
    fileBytesMax: Math.floor(config.RENDER_FILES_BYTES * share),
    memoryBytesMax: Math.floor(config.RENDER_MEMORY_BYTES * share),
  });
  const studio = resources.use(new MockupStudio(store, shareOf(1 - VISITORS_SHARE)));
  const visitorStudio = resources.use(new MockupStudio(store, { ...shareOf(VISITORS_SHARE), isForVisitors: true }));
  return { store, studio, visitorStudio, originalBytesMax: config.SELLER_ORIGINAL_BYTES, doorway: new Slots(DOORWAY) };
}
