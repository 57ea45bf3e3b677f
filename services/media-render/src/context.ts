import type { BaseContext } from '@estampa/kit/service/context';
import type { MockupStudio } from './adapters/mockup-studio.ts';
import type { ObjectStore } from './adapters/object-store.ts';
import type { Slots } from './adapters/slots.ts';

export type Dependencies = {
  store: ObjectStore;
  studio: MockupStudio;
  /** For images that anyone may request: its memory, its cache and its thread are its own. */
  visitorStudio: MockupStudio;
  /** What the originals of one seller may take in storage. */
  originalBytesMax: number;
  /** How many files come in at once through this service itself. */
  doorway: Slots;
};

/** What a use case may touch. */
export type Context = BaseContext & Dependencies;
