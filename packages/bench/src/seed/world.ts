import type { Placement } from '@estampa/stack/demo/studio';
import type { OrderSample } from './order-samples.ts';

export const PRODUCT_TYPES = 5;
const ARTWORKS_PER_STORE = 10;
/** Of scale 1; a scale is so many times as much. */
const STORES = 200;
const CUSTOMERS = 2_000;
const ORDERS = 20_000;
const LIKES = 100_000;

export const SCALE_MAX = 100;

/** How much is sown. */
export interface Size {
  readonly scale: number;
  readonly stores: number;
  readonly artworks: number;
  readonly artworksPerStore: number;
  readonly productTypes: number;
  readonly customers: number;
  readonly orders: number;
  readonly likes: number;
}

export const PARTS = ['all', 'sales'] as const;
export type Part = (typeof PARTS)[number];

/** Of all data, or of a part of it: then the rest is as at scale 1. */
export function sizeOf(scale: number, part: Part = 'all'): Size {
  const shop = part === 'all' ? scale : 1;
  return {
    scale,
    stores: STORES * shop,
    artworks: STORES * shop * ARTWORKS_PER_STORE,
    artworksPerStore: ARTWORKS_PER_STORE,
    productTypes: PRODUCT_TYPES,
    customers: CUSTOMERS * shop,
    orders: ORDERS * scale,
    likes: LIKES * shop,
  };
}

const counted = (count: number): string => count.toLocaleString('en-US');

export const sown = ({ stores, artworks, productTypes, orders, likes }: Size): string =>
  `${counted(stores)} stores with ${counted(artworks * productTypes)} products of 6 SKUs, ` +
  `${counted(orders)} orders and ${counted(likes)} likes`;

export const PASSWORD = 'estampa-bench-1';

export interface Product {
  readonly id: string;
  readonly slug: string;
  readonly variantIds: readonly string[];
}

export interface Store {
  readonly slug: string;
  readonly email: string;
  readonly products: readonly Product[];
}

/** What was made through the public API, whose rows all others are copies of. */
export interface Model {
  readonly seller: { readonly userId: string; readonly profileId: string; readonly email: string };
  readonly customer: { readonly userId: string; readonly email: string };
  readonly artworkId: string;
  readonly templateId: string;
  readonly placement: Placement;
  readonly productTypeIds: readonly string[];
  readonly products: readonly Product[];
  readonly orders: Readonly<Record<OrderSample, string>>;
  /** Ids in orders that are the same for all copies: of the platform's coupons and of the admin. */
  readonly commonIds: readonly string[];
}

/** The seeded data that cases use. */
export interface World {
  readonly size: Size;
  readonly model: Model;
  readonly stores: readonly Store[];
  readonly customerEmails: readonly string[];
}
