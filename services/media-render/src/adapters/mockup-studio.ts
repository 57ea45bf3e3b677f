import { availableParallelism } from 'node:os';
import { giveBackMemory } from '@estampa/kit/service/idle-memory';
import { type Decoding, inspectionBytes, originalBytes } from '../domain/decoded-bytes.ts';
import type { Size } from '../domain/geometry.ts';
import type { InkInspection } from '../domain/ink-inspection.ts';
import { PRESS_TRIAL_BYTES } from '../domain/press-profile.ts';
import type { ReadyTemplate } from '../domain/template.ts';
import { ORIGINALS_AT_ONCE_MAX, WAITING_MAX } from '../domain/temporary-bytes.ts';
import type { ArtworkRaster } from './artwork-raster.ts';
import { DecodedImages } from './decoded-images.ts';
import type { FindingsScene } from './findings-drawing.ts';
import type { ObjectStore } from './object-store.ts';
import type { Cached } from './image-shelf.ts';
import type { Drawing, TaskInput, TaskOutput } from './image-tasks.ts';
import { ImageThread } from './image-thread.ts';
import { type ArtworkFiles, type Composition, planFor, printsOf, sizeOf } from './composition.ts';
import { mustBeLightEnough } from './composition-weight.ts';
import { CrashRetry } from './crash-retry.ts';
import { Slots } from './slots.ts';
import { inSlot, watchDecoded, watchSlots } from './studio-metrics.ts';

/** `header` is null where nothing is known of it, so that it takes as much as any may; `signal` aborts when the result is no longer needed. */
type OriginalClaim = { owner: string; header: Decoding | null; extraBytes?: number; signal: AbortSignal | null };

/** What is made of an original. */
type OriginalTask = 'artworkImages' | 'coveringImage' | 'checkImage' | 'galleryImage' | 'printImage';
export type RunTask = <T extends OriginalTask>(task: T, input: TaskInput<T>) => Promise<TaskOutput<T>>;

type TakeFile = (file: Buffer, at: number) => void;

/** The owner in whose name admins render templates. */
export const HOUSE = 'templates';

/** A single seller may use every processor while no other one needs it. */
const PER_SELLER_MAX = Math.max(2, availableParallelism());
/** A preview is waited for by eyes, so it has a lane of its own: memory that nothing else can take, however heavy it is. */
const PREVIEW_MEMORY_SHARE = 1 / 3;
const AT_ONCE_MAX = {
  preview: Math.max(2, availableParallelism()),
  other: Math.min(ORIGINALS_AT_ONCE_MAX, Math.max(2, availableParallelism())),
};
const WAITING_PER_SELLER_MAX = 16;
/** What anyone may request is made one by one, and few wait: the rest is turned away at once. */
const FOR_VISITORS = { atOnceMax: 1, perOwnerMax: 1, waitingMax: 8, waitingPerOwnerMax: 4, waitMaxMs: 5_000 };
/** Longer than this no caller waits. */
const WAIT_MAX_MS = 25_000;
/** Of artworks whose ink was looked at: some 2 KB each. */
const INSPECTIONS_MAX = 500;
/** Longer than a person thinks between two previews; then the thread ends, with all that it has decoded. */
const QUIET_MS = 15_000;

type StudioOptions = {
  cacheBytesMax: number;
  /** Of decoded templates on the local disk. */
  fileBytesMax: number;
  memoryBytesMax: number;
  /** Whether it makes what anyone may request, without being one. */
  isForVisitors?: boolean;
};

/** Makes mockups, as many at once as memory allows, and caches decoded layers and artworks. */
export class MockupStudio implements AsyncDisposable {
  readonly #decoded: DecodedImages;
  readonly #lanes: { preview: Slots; other: Slots };
  readonly #thread = new ImageThread({
    idleMs: QUIET_MS,
    whenEnded: () => {
      this.#decoded.clear();
      giveBackMemory();
    },
  });
  readonly #retry = new CrashRetry();
  /** By the key of the working copy, those looked at last at the end. */
  readonly #inspections = new Map<string, InkInspection>();

  constructor(
    store: ObjectStore,
    { cacheBytesMax, fileBytesMax, memoryBytesMax, isForVisitors = false }: StudioOptions,
  ) {
    this.#decoded = new DecodedImages({ store, thread: this.#thread, cacheBytesMax, fileBytesMax });
    const lane = (bytesMax: number, atOnceMax: number) =>
      new Slots({
        bytesMax,
        atOnceMax,
        perOwnerMax: PER_SELLER_MAX,
        waitingMax: WAITING_MAX,
        waitingPerOwnerMax: WAITING_PER_SELLER_MAX,
        waitMaxMs: WAIT_MAX_MS,
        ...(isForVisitors && FOR_VISITORS),
      });
    const previewBytesMax = Math.floor(memoryBytesMax * PREVIEW_MEMORY_SHARE);
    this.#lanes = {
      preview: lane(previewBytesMax, AT_ONCE_MAX.preview),
      other: lane(memoryBytesMax - previewBytesMax, AT_ONCE_MAX.other),
    };
    if (isForVisitors) return;
    watchSlots(Object.values(this.#lanes), memoryBytesMax);
    watchDecoded(this.#decoded);
  }

  /** All that is done with an original takes one slot, `extraBytes` with it: `task` is given what works on its pixels. */
  readOriginal<T>(
    { owner, header, extraBytes = 0, signal }: OriginalClaim,
    task: (run: RunTask) => Promise<T>,
  ): Promise<T> {
    const weigh = () => originalBytes(header) + extraBytes;
    const claim = { owner, weigh, signal };
    const run: RunTask = (name, input) => this.#retry.run(() => this.#thread.run(name, input));
    return inSlot(this.#lanes.other, 'original', claim, () => task(run));
  }

  /** Whether a press can be printed with by a profile in a file; it needs little, and waits for nothing large. */
  tryPressProfile(path: string, signal: AbortSignal | null): Promise<boolean> {
    return this.inSlotOf({ bytes: PRESS_TRIAL_BYTES, signal }, () =>
      this.#retry.run(() => this.#thread.run('tryPressProfile', path)),
    );
  }

  /** Work for admins that is done elsewhere and takes its share of memory. */
  inSlotOf<T>({ bytes, signal }: { bytes: number; signal: AbortSignal | null }, task: () => Promise<T>): Promise<T> {
    return inSlot(this.#lanes.other, 'original', { owner: HOUSE, weigh: () => bytes, signal }, task);
  }

  /** The composed image, encoded; of a render its copies too, in the order of `withCopies`: `take` gets each as soon as it is made. */
  make(composition: Composition, take: TakeFile = () => undefined): Promise<Buffer[]> {
    const { artwork, kind, signal } = composition;
    const output = sizeOf(composition);
    mustBeLightEnough(composition);
    const weigh = () => this.#decoded.weightOf(composition, output);
    const claim = { owner: artwork.sellerProfileId, weigh, signal };
    const lane = kind === 'preview' ? this.#lanes.preview : this.#lanes.other;
    // What was decoded ended with its thread, so all of it is done again.
    return inSlot(lane, kind, claim, () => this.#retry.run(() => this.#compose(composition, output, take)));
  }

  /** A render of the test pattern, alone. */
  async makeTest(
    template: ReadyTemplate,
    { original, drawn }: { original: Size; drawn: Size },
    { placement, colour, signal }: Pick<Composition, 'placement' | 'colour' | 'signal'>,
  ): Promise<Buffer> {
    const read = () => this.#thread.run('testPattern', drawn);
    const working = { ...drawn, key: `test-pattern/${drawn.width}x${drawn.height}`, read };
    const artwork = { sellerProfileId: HOUSE, original, working };
    const [image] = await this.make({ template, artwork, placement, kind: 'render', colour, signal });
    return image!;
  }

  /** What of an artwork is ink, and how fine. */
  async inspectInk(artwork: ArtworkFiles, signal: AbortSignal | null): Promise<InkInspection> {
    const { key } = artwork.working;
    const known = this.#inspections.get(key);
    const ink = known ?? (await this.#withArtwork(artwork, signal, (at) => this.#thread.run('inspectInk', at)));
    this.#inspections.delete(key);
    this.#inspections.set(key, ink);
    if (this.#inspections.size > INSPECTIONS_MAX) this.#inspections.delete(this.#inspections.keys().next().value!);
    return ink;
  }

  /** An artwork as it is printed, with what prints badly marked, as PNG. */
  async drawFindings(artwork: ArtworkFiles, scene: FindingsScene, signal: AbortSignal | null): Promise<Buffer> {
    const run = (at: Cached<ArtworkRaster[]>) => this.#thread.run('drawFindings', { artwork: at, scene });
    return asBuffer(await this.#withArtwork(artwork, signal, run));
  }

  [Symbol.asyncDispose](): Promise<void> {
    this.#retry[Symbol.dispose]();
    this.#decoded[Symbol.dispose]();
    return this.#thread[Symbol.asyncDispose]();
  }

  #withArtwork<T>(
    { sellerProfileId: owner, working }: ArtworkFiles,
    signal: AbortSignal | null,
    task: (artwork: Cached<ArtworkRaster[]>) => Promise<T>,
  ): Promise<T> {
    const weigh = () => inspectionBytes(working);
    return inSlot(this.#lanes.other, 'original', { owner, weigh, signal }, () =>
      this.#retry.run(async () => {
        using source = await this.#decoded.artwork(working);
        return task(source.value);
      }),
    );
  }

  async #compose(composition: Composition, output: Size, take: TakeFile): Promise<Buffer[]> {
    const { template, kind, colour } = composition;
    using inUse = new DisposableStack();
    const mockup = inUse.use(await this.#decoded.mockup(composition, output));
    const drawings: (Drawing | null)[] = [];
    for (const [at, print] of printsOf(composition).entries()) {
      const canvas = mockup.value.canvases[at];
      const plan = canvas ? planFor(print, template.sourceImage, canvas) : null;
      const source = plan && inUse.use(await this.#decoded.artwork(print.artwork.working));
      drawings.push(plan && source && { artwork: source.value, plan });
    }
    const input = { mockup: mockup.value, drawings, colour };
    if (kind === 'preview') return (await this.#thread.run('composePreview', input)).map(asBuffer);
    const encoding = await this.#thread.run('composeRender', input);
    // Composed: whatever it was made of may be forgotten from here on.
    const taken = Array.from({ length: encoding.count }, async (_, at) => {
      const file = asBuffer(await this.#thread.run('encodedFile', { encoding, at }));
      take(file, at);
      return file;
    });
    return Promise.all(taken).finally(() => this.#thread.forget(encoding));
  }
}

const asBuffer = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength);
