import type { BaseContext } from '@estampa/kit/service/context';

export type Dependencies = {
  /** Base address of public images; an image's address is this, a slash and its object key. */
  cdnUrl: string;
  /** True during a rebuild: states are only stored, and all products are derived from them afterwards. */
  isCollecting: boolean;
  /** Callers are told which position of the database a page must show, so that a replica may serve it. */
  hasReplica: boolean;
};

/** Dependencies of the use cases. */
export type Context = BaseContext & Dependencies;
