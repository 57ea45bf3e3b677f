import { createHash } from 'node:crypto';
import { ObjectStore } from '../src/adapters/object-store.ts';
import type { Media } from './media.ts';

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** The storage of a marketplace with the service's own keys to it. */
export function storageOf({ surroundings }: Media) {
  const { endpoint, region, accessKeyId, secretAccessKey } = surroundings.infrastructure.objectStore;
  const { bucket } = surroundings;
  return new ObjectStore({
    endpoint,
    region,
    keys: { accessKeyId, secretAccessKey },
    bucket,
    publicAcl: null,
    uploadUrl: '',
  });
}
