import type { SellerProductChanged } from '@estampa/contracts/catalog/v1/events';
import type { Received } from '@estampa/kit/events/consumers';
import type { News } from '../../db/keep-fact.ts';
import type { FactRow } from '../../db/product-facts.ts';
import type { Locked, Touched } from '../../db/touched-products.ts';

/** What one handler leaves for the end of its transaction, which derives the products of all of them, each once. */
export type LeftToDerive = {
  /** Products that came. */
  products?: readonly Received<SellerProductChanged>[];
  /** The same as they were projected ahead, with what they are made from. */
  projected?: readonly [News[], FactRow[]];
  /** Products that something else touches, and the event that did. */
  touched?: readonly TouchedBy[];
  /** The first of the products that renders touch, locked ahead, with what they are made from. */
  locked?: { chunk: Locked; facts: FactRow[] };
};

export type TouchedBy = { touched: Touched; eventId: string };
