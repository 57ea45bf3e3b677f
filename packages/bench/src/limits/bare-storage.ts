import { randomUUID } from 'node:crypto';
import { PutObjectCommand } from '@aws-sdk/client-s3';
import { connectObjectStore, createBucket, type ObjectStoreAddress } from '@estampa/stack/infrastructure/object-store';

const BUCKET = 'bench-bare';

/** Objects in a bucket of their own, by the client that the services use too. */
export async function bareStorage(store: ObjectStoreAddress) {
  await createBucket(store, BUCKET);
  const client = await connectObjectStore(store);
  return {
    async put(content: Buffer): Promise<void> {
      await client.send(new PutObjectCommand({ Bucket: BUCKET, Key: randomUUID(), Body: content }));
    },
    close: () => client.destroy(),
  };
}
