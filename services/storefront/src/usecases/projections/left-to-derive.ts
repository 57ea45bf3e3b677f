import type { SellerProductChanged } from '@estampa/contracts/catalog/v1/events';
import type { Received } from '@estampa/kit/events/consumers';
import type { StateRow } from '../../db/product-state-repository.ts';
import type { Change } from '../../db/replica.ts';
import type { Locked } from '../../db/seller-product-repository.ts';
import type { Touched } from '../../domain/touched.ts';

/** What one handler leaves for the end of its transaction, which derives the products of all of them, each once. */
export type LeftToDerive = {
  /** Products that came. */
  products?: readonly Received<SellerProductChanged>[];
  /** The same as they were projected ahead, with what they are made from. */
  projected?: readonly [Change[], StateRow[]];
  /** Products that something else touches, and the event that did. */
  touched?: readonly TouchedBy[];
  /** The first of the products that renders touch, locked ahead, with what they are made from. */
  locked?: { chunk: Locked; states: StateRow[] };
};

export type TouchedBy = { touched: Touched; eventId: string };
