import { gunzipSync, gzipSync } from 'node:zlib';
import { GetObjectCommand, ListObjectsV2Command, PutObjectCommand } from '@aws-sdk/client-s3';
import { connectObjectStore, type ObjectStoreAddress } from '@estampa/stack/infrastructure/object-store';

/** An object as a line of JSON. Images of one colour take a hundredth of their size. */
type StoredObject = { key: string; contentType: string; cacheControl: string | null; gzip: string };

/** All objects of a small bucket, in the order of their keys. */
export async function dumpObjects(store: ObjectStoreAddress, bucket: string): Promise<string> {
  const client = await connectObjectStore(store);
  try {
    const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket: bucket }));
    let text = '';
    for (const { Key: key = '' } of Contents) {
      const {
        Body,
        ContentType = '',
        CacheControl = null,
      } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: key }));
      const gzip = gzipSync(await Body!.transformToByteArray()).toString('base64');
      const stored: StoredObject = { key, contentType: ContentType, cacheControl: CacheControl, gzip };
      text += `${JSON.stringify(stored)}\n`;
    }
    return text;
  } finally {
    client.destroy();
  }
}

/** Into a bucket that exists. Who may read an object is not in the dump: everybody may. */
export async function restoreObjects(store: ObjectStoreAddress, bucket: string, dump: string): Promise<void> {
  const client = await connectObjectStore(store);
  try {
    for (const line of dump.trimEnd().split('\n')) {
      const { key, contentType, cacheControl, gzip } = JSON.parse(line) as StoredObject;
      await client.send(
        new PutObjectCommand({
          Bucket: bucket,
          Key: key,
          Body: gunzipSync(Buffer.from(gzip, 'base64')),
          ContentType: contentType,
          ACL: 'public-read',
          ...(cacheControl !== null && { CacheControl: cacheControl }),
        }),
      );
    }
  } finally {
    client.destroy();
  }
}
