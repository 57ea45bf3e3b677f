import { availableParallelism } from 'node:os';
import { giveBackMemory } from '@estampa/kit/calm-memory';
import { type ArtworkPlan, outputSize, planArtwork } from '../domain/composition-plan.ts';
import type { Size } from '../domain/geometry.ts';
import type { Placement } from '../domain/placement.ts';
import type { LayerKind, ReadyTemplate } from '../domain/template.ts';
import { ByteCache } from './byte-cache.ts';
import { blankMockup, compose, type Drawing, type Mockup } from './compositor.ts';
import { decodeLayers, type LayerFiles } from './layer-decoding.ts';
import type { ObjectStore } from './object-store.ts';
import { decodeWorking } from './picture-reader.ts';
import type { Raster } from './raster.ts';
import { temporaryFile } from './temporary-file.ts';
import { WorkQueue } from './work-queue.ts';

export type ArtworkFiles = {
  original: Size & { key: string; etag: string };
  working: Size & { key: string };
};

export type Composition = {
  template: ReadyTemplate;
  artwork: ArtworkFiles;
  placement: Placement;
  longSideMaxPx: number;
};

const WAITING_MAX = 64;
/** Longer than a person thinks between two previews; what is decoded takes far more memory than the service itself. */
const QUIET_MS = 15_000;

/** Makes mockups, a few at a time, and keeps decoded layers and artworks at hand. */
export class MockupStudio {
  readonly #store: ObjectStore;
  readonly #decoded: ByteCache;
  readonly #queue = new WorkQueue({ atOnceMax: availableParallelism(), waitingMax: WAITING_MAX });

  constructor(store: ObjectStore, cacheBytesMax: number) {
    this.#store = store;
    this.#decoded = new ByteCache({ bytesMax: cacheBytesMax, quietMs: QUIET_MS, onEmptied: giveBackMemory });
  }

  /** Work on pictures takes its turn here, so that a burst of requests cannot exhaust memory. */
  inTurn<T>(work: () => Promise<T>): Promise<T> {
    return this.#queue.run(work);
  }

  /** The composed picture, put into the form that `encode` gives it. */
  make<T>(composition: Composition, encode: (picture: Raster) => Promise<T>): Promise<T> {
    return this.inTurn(async () => encode(await this.#compose(composition)));
  }

  async #compose(composition: Composition): Promise<Raster> {
    const output = outputSize(composition.template.sourceImage, composition.longSideMaxPx);
    const mockup = await this.#mockup(composition.template, output);
    await using drawing = await this.#drawing(composition, output);
    // Awaited here, since the file must stay until the picture is drawn.
    return await compose(mockup, drawing);
  }

  #mockup(template: ReadyTemplate, output: Size): Promise<Mockup> {
    const key = `template/${template.id}/${template.revision}/${output.width}x${output.height}`;
    return this.#decoded.get(key, () => this.#loadMockup(template, output), mockupBytes);
  }

  async #loadMockup({ layers }: ReadyTemplate, output: Size): Promise<Mockup> {
    const entries = Object.entries(layers) as [LayerKind, string][];
    const files = await Promise.all(entries.map(async ([kind, key]) => [kind, await this.#store.read(key)]));
    return blankMockup(await decodeLayers(Object.fromEntries(files) as LayerFiles, output));
  }

  /** From the working copy, unless that has fewer pixels than can be seen; null when nothing can be seen. */
  async #drawing(composition: Composition, output: Size): Promise<OpenDrawing | null> {
    const { original, working } = composition.artwork;
    const plan = planFor(composition, output, original);
    if (!plan) return null;
    const shrunk = working.width / original.width;
    if (shrunk < 1 && plan.scaled.width / plan.crop.width > shrunk) return this.#openOriginal(original, plan);

    const planned = planFor(composition, output, working);
    const load = async () => decodeWorking(await this.#store.read(working.key));
    const source = await this.#decoded.get(working.key, load, ({ pixels }) => pixels.byteLength);
    return planned && { source, plan: planned, [Symbol.asyncDispose]: async () => {} };
  }

  async #openOriginal({ key, etag }: ArtworkFiles['original'], plan: ArtworkPlan): Promise<OpenDrawing> {
    const file = await temporaryFile();
    const close = () => file[Symbol.asyncDispose]();
    try {
      await this.#store.download(key, etag, file.path);
    } catch (error) {
      await close();
      throw error;
    }
    return { source: file.path, plan, [Symbol.asyncDispose]: close };
  }
}

type OpenDrawing = Drawing & AsyncDisposable;

/** The same place on the template, whichever copy of the artwork is laid there. */
function planFor({ template, artwork, placement }: Composition, output: Size, copy: Size): ArtworkPlan | null {
  const enlarged = artwork.original.width / copy.width;
  return planArtwork({
    artwork: copy,
    placement: { ...placement, scale: placement.scale * enlarged },
    printArea: template.printArea,
    sourceImage: template.sourceImage,
    output,
  });
}

const mockupBytes = ({ base, mask, shadow, highlight, outline, blank }: Mockup): number =>
  [base, mask, shadow, highlight, outline, blank].reduce((sum, layer) => sum + (layer?.pixels.byteLength ?? 0), 0);
