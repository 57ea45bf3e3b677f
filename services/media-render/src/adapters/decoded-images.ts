import { areLayersOneByOne } from '../domain/decoded-bytes.ts';
import type { Size } from '../domain/geometry.ts';
import type { LayerKind } from '../domain/template.ts';
import { decodedLookups } from '../metrics.ts';
import type { ArtworkRaster } from './artwork-raster.ts';
import { type Acquired, ByteCache } from './byte-cache.ts';
import type { Cloth } from './cloth.ts';
import { type ArtworkFiles, type Composition, mockupKey, scenesOf } from './composition.ts';
import { weightOf } from './composition-weight.ts';
import type { Mockup } from './compositor.ts';
import type { Cached } from './image-shelf.ts';
import type { CachedMockup, MockupFile } from './image-tasks.ts';
import type { ImageThread } from './image-thread.ts';
import { LateCopies } from './late-copies.ts';
import type { LayerFiles } from './layer-decoding.ts';
import { MockupFiles } from './mockup-files.ts';
import type { ObjectStore } from './object-store.ts';
import type { PreviewMockup } from './preview-png.ts';

type Options = { store: ObjectStore; thread: ImageThread; cacheBytesMax: number; fileBytesMax: number };

/** Decoded templates and artworks: in the image thread, and templates also in files, from which they come back sooner. */
export class DecodedImages implements Disposable {
  readonly #store: ObjectStore;
  readonly #thread: ImageThread;
  readonly #cache: ByteCache<Cached<unknown>>;
  readonly #files: MockupFiles;
  readonly #copies = new LateCopies();
  #isOver = false;

  constructor({ store, thread, cacheBytesMax, fileBytesMax }: Options) {
    this.#store = store;
    this.#thread = thread;
    this.#cache = new ByteCache({
      bytesMax: cacheBytesMax,
      sizeOf: ({ bytes }) => bytes,
      onDropped: (cached) => thread.forget(cached),
    });
    this.#files = new MockupFiles(fileBytesMax);
  }

  /** In the thread. */
  get bytes(): number {
    return this.#cache.bytes;
  }

  /** The most bytes that composing an image holds at once, with what is not decoded yet. */
  weightOf(composition: Composition, output: Size): number {
    const key = mockupKey(composition, output);
    const left = (working: ArtworkFiles['working']) => (this.#cache.has(working.key) ? null : working);
    if (this.#cache.has(key)) return weightOf(composition, { left, layers: null });
    const readBytes = this.#files.bytesOf(key);
    return weightOf(composition, { left, layers: readBytes === 0 ? composition.template : null }) + readBytes;
  }

  /** One that was decoded is copied to a file when it is released: its first image does not wait for the disk. */
  async mockup(composition: Composition, output: Size): Promise<Acquired<CachedMockup<PreviewMockup>>> {
    const key = mockupKey(composition, output);
    let isNew = false;
    const mockup = (await this.#decodedOf(key, async () => {
      const read = await this.#files.read(key, (file) => this.#thread.run('readMockup', file));
      isNew = read === null;
      return read ?? this.#decodeMockup(composition, output);
    })) as Acquired<CachedMockup<PreviewMockup>>;
    if (!isNew) return mockup;
    const write = () => this.#files.write(key, mockup.value.bytes, (fd) => this.#write(mockup.value, fd));
    return { value: mockup.value, [Symbol.dispose]: () => this.#copies.add(mockup, write) };
  }

  async #write(mockup: CachedMockup<PreviewMockup>, fd: number): Promise<MockupFile> {
    if (this.#isOver) throw new Error('The thread that had decoded this image is about to end');
    return this.#thread.run('writeMockup', { mockup, fd });
  }

  async #decodeMockup(composition: Composition, output: Size): Promise<CachedMockup<Mockup | Cloth>> {
    const { template, others = [], kind, colour } = composition;
    const entries = Object.entries(template.layers) as [LayerKind, string][];
    const [read, masks] = await Promise.all([
      Promise.all(entries.map(async ([layer, key]) => [layer, await this.#store.read(key)])),
      Promise.all(others.map(async ({ area: { mask } }) => (mask === null ? null : this.#store.read(mask)))),
    ]);
    const files = Object.fromEntries(read) as LayerFiles;
    const scenes = scenesOf(composition, output);
    const decode = kind === 'preview' ? 'decodeForPreviews' : 'decodeTemplate';
    return this.#thread.run(decode, { files, scenes, masks, isOneByOne: areLayersOneByOne(template), colour });
  }

  artwork({ key, read, readProof }: ArtworkFiles['working']): Promise<Acquired<Cached<ArtworkRaster[]>>> {
    const load = async () =>
      readProof
        ? this.#thread.run('decodeProof', await readProof())
        : this.#thread.run('decodeArtwork', await (read?.() ?? this.#store.read(key)));
    return this.#decodedOf(key, load) as Promise<Acquired<Cached<ArtworkRaster[]>>>;
  }

  #decodedOf(key: string, load: () => Promise<Cached<unknown>>): Promise<Acquired<Cached<unknown>>> {
    decodedLookups.inc({ outcome: this.#cache.has(key) ? 'hit' : 'miss' });
    return this.#cache.acquire(key, load);
  }

  /** What was in the thread is gone with it. */
  clear(): void {
    this.#copies.clear();
    this.#cache.clear();
  }

  [Symbol.dispose](): void {
    this.#isOver = true;
    this.#copies.clear();
    this.#files.clear();
  }
}
