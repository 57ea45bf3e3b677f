import type { SellerProductChanged } from '@estampa/contracts/catalog/v1/events';
import type { Received } from '@estampa/kit/events/consumers';
import type { StateRow } from '../../db/product-state-repository.ts';
import type { Change } from '../../db/replica.ts';
import type { Locked } from '../../db/seller-product-repository.ts';
import type { Touched } from '../../domain/touched.ts';

/** What a handler leaves to the end of its transaction, where the products of all handlers are derived, each once. */
export type LeftToDerive = {
  /** Received products. */
  products?: readonly Received<SellerProductChanged>[];
  /** The same products as they were projected ahead, with the states they are derived from. */
  projected?: readonly [Change[], StateRow[]];
  /** Products touched by other events, with those events. */
  touched?: readonly TouchedBy[];
  /** The first chunk of products that renders touch, locked ahead, with the states they are derived from. */
  locked?: { chunk: Locked; states: StateRow[] };
};

export type TouchedBy = { touched: Touched; eventId: string };
