import type { AnyRoute } from '../routes/route.ts';

type Tag = { name: string; description: string; paths: RegExp };

/** The chapters of the document; the first whose paths match is a route's. */
const TAGS: readonly Tag[] = [
  {
    name: 'Sessions',
    paths: /^\/(auth|\.well-known)\//,
    description: 'Sign up, verify the address, log in, and keep a session',
  },
  { name: 'Users', paths: /^\/users/, description: 'Accounts: one’s own, and all of them for admins' },
  { name: 'Waitlist', paths: /^\/waitlist/, description: 'How artists come in: they ask, an admin invites' },
  { name: 'Profiles', paths: /^\/profiles/, description: 'What makes an account a customer or a seller' },
  {
    name: 'Templates',
    paths: /^\/products\/(templates|types\/\{id\}\/templates)/,
    description: 'Mockup templates: pictures of a product with a print area',
  },
  {
    name: 'Catalog',
    paths: /^\/(products|catalog)\//,
    description: 'What can be made: product types, their assets, options and variants',
  },
  { name: 'Fees', paths: /^\/fees\//, description: 'Platform fees that were agreed with single sellers' },
  {
    name: 'Artworks',
    paths: /^\/(uploads\/artworks|artworks)/,
    description: 'Uploads, where they lie on templates, and their renders',
  },
  { name: 'Seller products', paths: /^\/seller-products/, description: 'What a seller offers, with its gallery' },
  { name: 'Stores', paths: /^\/(stores|discovery)\//, description: 'What visitors see' },
  {
    name: 'Orders',
    paths: /^\/(orders(?!\/items\/|\/\{orderId\}\/label)|payments|receipts|invoices)/,
    description: 'Checkout, payment, refunds, receipts, invoices, and what sellers sold',
  },
  {
    name: 'Shipping',
    paths: /^\/(shipping\/|orders\/items\/|orders\/\{orderId\}\/label)/,
    description: 'Quotes, production, labels and parcels',
  },
  { name: 'Coupons', paths: /^\/coupons/, description: 'Discounts by a code, and who bears them' },
  { name: 'Payouts', paths: /^\/payouts/, description: 'What sellers earned, and the batches that it is paid in' },
  { name: 'Ledger', paths: /^\/ledger/, description: 'Where every cent is, by double entry' },
  { name: 'Finance', paths: /^\/finance/, description: 'Reports, closed months and disputes' },
  { name: 'Audit', paths: /^\/audit/, description: 'Who did what' },
  { name: 'Webhooks', paths: /^\/webhooks\//, description: 'Where payment and shipping providers tell their news' },
  { name: 'Files', paths: /^\/(storage|cdn)\//, description: 'Uploads and public pictures' },
];

export function tagOf({ path }: Pick<AnyRoute, 'path'>): string {
  const tag = TAGS.find(({ paths }) => paths.test(path));
  if (!tag) throw new Error(`${path} is of no chapter of the OpenAPI document`);
  return tag.name;
}

export const tags = (): object[] => TAGS.map(({ name, description }) => ({ name, description }));
