import { firstFree, slugOf } from '@estampa/kernel/slug';
import { invalidField } from './rejections.ts';

const MIN_CHARACTERS = 3;
const MAX_CHARACTERS = 50;
const FALLBACK = 'store';

/** Words that addresses of the public site need for themselves. */
const RESERVED: ReadonlySet<string> = new Set([
  'about',
  'account',
  'admin',
  'api',
  'artists',
  'assets',
  'auth',
  'cart',
  'catalog',
  'cdn',
  'checkout',
  'discovery',
  'edit',
  'estampa',
  'help',
  'home',
  'login',
  'logout',
  'new',
  'null',
  'orders',
  'payouts',
  'products',
  'profile',
  'search',
  'sellers',
  'settings',
  'shipping',
  'signup',
  'static',
  'status',
  'store',
  'stores',
  'support',
  'undefined',
  'uploads',
  'users',
  'waitlist',
  'webhooks',
  'www',
]);

export function mustBeUsableSlug(slug: string): void {
  if (!/^[a-z0-9-]{3,50}$/.test(slug))
    throw invalidField('storeSlug', 'invalid_format', 'must be 3-50 lower-case letters, digits and hyphens');
  if (isReserved(slug)) throw invalidField('storeSlug', 'reserved', 'is reserved');
}

/** Where the numbered variants of a store name's slug begin: accents dropped, everything else a hyphen. */
export function slugFrom(storeName: string): string {
  const slug = slugOf(storeName, MAX_CHARACTERS);
  if (slug.length >= MIN_CHARACTERS) return slug;
  return slug === '' ? FALLBACK : `${FALLBACK}-${slug}`;
}

/** The slug itself, else the first of `-2`, `-3` ... that is free. */
export const firstFreeSlug = (slug: string, taken: ReadonlySet<string>): string =>
  firstFree(slug, (candidate) => taken.has(candidate) || isReserved(candidate), MAX_CHARACTERS);

/** A slug without letters or digits would be no address at all. */
const isReserved = (slug: string): boolean => RESERVED.has(slug) || /^-+$/.test(slug);
