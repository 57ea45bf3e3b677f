import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { eventually } from '@estampa/testing/eventually';
import { expect, it, onTestFinished } from 'vitest';
import { ObjectStore } from './object-store.ts';
import { putImage } from './stored-image.ts';

const KEY = 'public/image-w500.webp';
const COPIES = ['/images/public/image-w500-400.avif', '/images/public/image-w500-400.webp'];

/** Storage that accepts everything, and which objects it was sent. */
async function storage(): Promise<{ store: ObjectStore; stored: string[] }> {
  const stored: string[] = [];
  const server = createServer((request, response) => {
    stored.push(request.url!.split('?')[0]!);
    request.resume().once('end', () => response.end());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const store = new ObjectStore({
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    region: 'sa-east-1',
    keys: { accessKeyId: 'id', secretAccessKey: 'secret' },
    bucket: 'images',
    publicAcl: null,
    uploadUrl: 'http://gateway.example/storage',
  });
  onTestFinished(() => {
    store[Symbol.dispose]();
    server.close();
    server.closeAllConnections();
  });
  return { store, stored };
}

const file = (text: string) => Promise.resolve(new TextEncoder().encode(text));

it('stores each file of an image as soon as it is made, and is done with the last one', async () => {
  const { store, stored } = await storage();
  const image = Promise.withResolvers<Uint8Array>();

  const isStored = putImage(store, KEY, [image.promise, file('webp'), file('avif')]);
  await eventually(async () => expect(stored.toSorted()).toEqual(COPIES));
  image.resolve(await file('image'));
  await isStored;

  expect(stored.at(-1)).toBe(`/images/${KEY}`);
});

it('rejects what has too few files, or one that could not be made', async () => {
  const { store } = await storage();

  await expect(putImage(store, KEY, [file('image')])).rejects.toThrow('has 3 objects, not 1');
  const broken = Promise.reject(new Error('broken'));
  await expect(putImage(store, KEY, [file('image'), broken, file('avif')])).rejects.toThrow('broken');
});
