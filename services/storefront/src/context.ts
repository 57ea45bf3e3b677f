import type { BaseContext } from '@estampa/kit/service/context';

export type Dependencies = {
  /** Base address of public images; an image's address is this, a slash and its object key. */
  cdnUrl: string;
  /** True during a rebuild: states are only stored, and all products are derived from them afterwards. */
  isCollecting: boolean;
};

/** Dependencies of the use cases. */
export type Context = BaseContext & Dependencies;
