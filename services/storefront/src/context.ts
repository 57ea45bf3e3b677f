import type { BaseContext } from '@estampa/kit/service/context';

export type Dependencies = {
  /** Where the public finds images: address = this, a slash, the key. */
  cdnUrl: string;
  /** States are only stored: all products are derived from them afterwards. */
  isCollecting: boolean;
};

/** What a use case may touch. */
export type Context = BaseContext & Dependencies;
