import { describe, expect, it } from 'vitest';
import { change, eventOf, isSame, NEXT, type SellerProduct, type SellerProductStatus } from './seller-product.ts';

const STATUSES = Object.keys(NEXT) as SellerProductStatus[];
const noon = new Date('2026-11-20T12:00:00Z');
const BASIS = { baseCostCents: 1000, platformFeeBasisPoints: 0, artistRoyaltyBasisPoints: 0 };
const pricing = (priceCents: number) => ({ path: 'variants[0].priceCents', priceCents, basis: BASIS });
const ready = { hasRender: true, hasActiveVariant: true, missingSurfaces: [], pricings: [pricing(1001)] };
const notReady = { hasRender: false, hasActiveVariant: false, missingSurfaces: [], pricings: [pricing(1000)] };

const aProduct = (given: Partial<SellerProduct> = {}): SellerProduct => ({
  title: 'Poster',
  slug: 'poster',
  description: null,
  status: 'draft',
  publishedAt: null,
  ...given,
});

describe('change of status', () => {
  const allowed = [
    ['draft', 'active'],
    ['active', 'paused'],
    ['paused', 'active'],
    ['draft', 'archived'],
    ['active', 'archived'],
    ['paused', 'archived'],
    ['archived', 'draft'],
  ] as const;

  it.each(allowed)('lets %s become %s', (before, after) => {
    expect(change(aProduct({ status: before }), { status: after }, ready, noon).status).toBe(after);
  });

  it.each(STATUSES)('takes %s again for no change', (status) => {
    expect(change(aProduct({ status }), { status }, notReady, noon)).toEqual(aProduct({ status }));
  });

  const rejected = STATUSES.flatMap((before) => STATUSES.map((after) => [before, after] as const)).filter(
    ([before, after]) => before !== after && !allowed.some(([from, to]) => from === before && to === after),
  );
  it.each(rejected)('rejects that %s becomes %s', (before, after) => {
    expect(() => change(aProduct({ status: before }), { status: after }, ready, noon)).toThrow(
      expect.objectContaining({ kind: 'wrong_state', reason: 'wrong_state', message: expect.stringContaining(before) }),
    );
  });
});

describe('going on sale', () => {
  it.each([
    [{ slug: null }, ready, 'a slug'],
    [{}, { ...ready, hasRender: false }, 'a render'],
    [{}, { ...ready, missingSurfaces: ['Costas'] }, 'an artwork on its surface Costas'],
    [{}, { ...ready, hasActiveVariant: false }, 'an active variant'],
    [{ slug: null }, notReady, 'a slug and a render and an active variant'],
    [{ status: 'paused' }, { ...ready, hasRender: false }, 'a render'],
  ] as const)('is rejected to %j with %j', (given, readiness, missing) => {
    expect(() => change(aProduct(given), { status: 'active' }, readiness, noon)).toThrow(
      expect.objectContaining({ reason: 'cannot_publish', message: expect.stringContaining(`needs ${missing}`) }),
    );
  });

  it.each(['draft', 'paused'] as const)('is rejected to one that is %s at a price that does not pay', (status) => {
    const below = { ...ready, pricings: [pricing(1001), { ...pricing(1000), path: 'variants[1].priceCents' }] };

    expect(() => change(aProduct({ status }), { status: 'active' }, below, noon)).toThrow(
      expect.objectContaining({
        reason: 'price_too_low',
        message: expect.stringMatching(/^variants\[1\].*at least 1001/),
      }),
    );
  });

  it('may bring the slug along', () => {
    const published = change(aProduct({ slug: null }), { slug: 'poster', status: 'active' }, ready, noon);

    expect(published).toMatchObject({ slug: 'poster', status: 'active', publishedAt: noon });
  });

  it('remembers the first time', () => {
    const first = new Date('2026-01-01T00:00:00Z');
    const again = change(aProduct({ status: 'paused', publishedAt: first }), { status: 'active' }, ready, noon);

    expect(again.publishedAt).toBe(first);
  });

  it('rejects an active product without a slug', () => {
    expect(() => change(aProduct({ status: 'active' }), { slug: null }, notReady, noon)).toThrow(/needs a slug/);
    expect(change(aProduct({ status: 'paused' }), { slug: null }, notReady, noon).slug).toBeNull();
  });

  it('does not require a render of an active product at every change', () => {
    expect(change(aProduct({ status: 'active' }), { title: 'Print' }, notReady, noon).title).toBe('Print');
  });

  it('requires of a product on sale that gets other surfaces what it does of one that goes on sale', () => {
    const onOthers = (status: SellerProductStatus, readiness: typeof ready) =>
      change(aProduct({ status }), {}, { ...readiness, changesSurfaces: true }, noon).status;

    expect(() => onOthers('active', { ...ready, hasRender: false })).toThrow(/needs a render/);
    expect(() => onOthers('active', { ...ready, pricings: notReady.pricings })).toThrow(/must be at least/);
    expect([onOthers('active', ready), onOthers('paused', notReady)]).toEqual(['active', 'paused']);
  });
});

describe('eventOf', () => {
  it.each([
    ['draft', 'draft', 'seller_product_updated'],
    ['paused', 'active', 'seller_product_published'],
    ['archived', 'draft', 'seller_product_restored'],
  ] as const)('of %s to %s is %s', (before, after, expected) => {
    expect(eventOf(before, after)).toBe(expected);
  });
});

describe('a change', () => {
  it.each<[string, Partial<SellerProduct>, boolean]>([
    ['of nothing', {}, true],
    ['of when it was published alone', { publishedAt: noon }, true],
    ['of the title', { title: 'Print' }, false],
    ['of the slug', { slug: 'print' }, false],
    ['of the description', { description: 'On paper' }, false],
    ['of the status', { status: 'active' }, false],
  ])('%s changes nothing: %s', (_what, given, expected) => {
    expect(isSame(aProduct(), aProduct(given))).toBe(expected);
  });
});
