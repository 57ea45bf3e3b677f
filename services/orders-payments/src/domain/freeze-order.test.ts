import { describe, expect, it } from 'vitest';
import { newCoupon } from './coupon.ts';
import { type CheckoutInput, freezeOrder, mustHaveDocument } from './freeze-order.ts';

const buyer = { userId: 'u-1', name: 'Compradora Demo', email: 'compradora@demo.example', whatsapp: '+5511900000000' };
const quoted: CheckoutInput['quoted'][0] = {
  productVariantId: 'pv-1',
  productTypeName: 'Camiseta',
  sellerProfileId: 's-1',
  artworkId: 'a-1',
  title: 'Camiseta',
  unitPriceCents: 7_990,
  baseCostCents: 3_500,
  platformFeeBasisPoints: 1_000,
  artistRoyaltyBasisPoints: 5_000,
  variantAssets: { size: 'M' },
  selectedOptions: { color: 'blue' },
  optionLabel: 'Médio',
  productionDays: 3,
  packagingDays: 1,
  surfaces: [],
};
const described = { sellerProductId: 'sp-1', title: 'Camiseta', sellerName: 'Loja Demo', sellerSlug: 'loja-demo' };
const line = {
  sellerProductId: 'sp-1',
  variantId: 'spv-1',
  quantity: 2,
  selectedOptions: { color: 'blue' },
};

const NOON = new Date('2026-11-28T12:00:00.000Z');
const TENTH = newCoupon(
  { code: 'NATAL-10', discountBasisPoints: 1_000 },
  { id: 'c-1', createdBy: 'admin', sellerProfileId: null },
  NOON,
);
const print = { artworkId: 'a-1', artworkVersion: 1, templateId: 't-1', x: 0, y: 0, scale: 1, rotation: 0 };

const input = (
  checkout: Partial<CheckoutInput['checkout']> = {},
  changes: Partial<CheckoutInput> = {},
): CheckoutInput => ({
  checkout: {
    userId: 'u-1',
    items: [line],
    shippingCents: 1_500,
    discountCents: 0,
    shipping: {
      cep: '01310-100',
      street: 'Avenida Paulista',
      number: '1000',
      neighborhood: 'Bela Vista',
      city: 'São Paulo',
      state: 'SP',
      country: 'BR',
    },
    ...checkout,
  },
  buyer,
  quoted: [quoted],
  described: [described],
  prints: [
    { print, others: [] },
    { print, others: [] },
  ],
  coupon: null,
  ...changes,
});
function freeze(given: CheckoutInput, more: Partial<Parameters<typeof freezeOrder>[1]> = {}) {
  let next = 0;
  return freezeOrder(given, { orderId: 'o-1', paymentId: 'p-1', newItemId: () => `i-${(next += 1)}`, ...more });
}

describe('freezeOrder', () => {
  it('sums lines, shipping and discount', () => {
    const { order, items } = freeze(input({ discountCents: 480 }));

    expect(order).toMatchObject({
      subtotalCents: 15_980,
      shippingCents: 1_500,
      discountCents: 480,
      totalCents: 17_000,
    });
    expect(items[0]).toMatchObject({ id: 'i-1', orderId: 'o-1', unitPriceCents: 7_990, lineTotalCents: 15_980 });
  });

  it('takes a coupon off the items, and names who bears it; earnings of a unit stay as they are', () => {
    const { order, items } = freeze(input({ items: [line, line] }, { quoted: [quoted, quoted], coupon: TENTH }));

    expect(items.map(({ discountCents }) => discountCents)).toEqual([1_598, 1_598]);
    expect(items[0]!.earnings).toEqual(freeze(input()).items[0]!.earnings);
    expect(order).toMatchObject({
      discountCents: 3_196,
      totalCents: 2 * 15_980 + 1_500 - 3_196,
      coupon: { id: 'c-1', code: 'NATAL-10', funder: 'platform' },
    });
    expect(freeze(input())).toMatchObject({ order: { coupon: null }, items: [{ discountCents: 0 }] });
  });

  it('stores the earnings of one unit, each step rounded by itself', () => {
    expect(freeze(input()).items[0]!.earnings).toEqual({
      priceCents: 7_990,
      baseCostCents: 3_500,
      platformFeeCents: 799,
      profitCents: 3_691,
      artistEarningsCents: 1_846,
      platformFeeBasisPoints: 1_000,
      artistRoyaltyBasisPoints: 5_000,
    });
  });

  it('names what the fee was agreed by', () => {
    const agreed = { ...quoted, platformFeeBasisPoints: 0, feeOverrideId: 'fee-1' };

    expect(freeze(input({}, { quoted: [agreed] })).items[0]!.earnings).toMatchObject({
      platformFeeCents: 0,
      artistEarningsCents: 2_245,
      feeOverrideId: 'fee-1',
    });
  });

  it('stores that the artist bears the provider’s fee, and nothing where the platform does', () => {
    const bearerOf = (providerFeeBearer: 'artist' | 'platform') =>
      freeze(input(), { providerFeeBearer }).items[0]!.earnings.providerFeeBearer;

    expect([bearerOf('artist'), bearerOf('platform')]).toEqual(['artist', undefined]);
  });

  it('copies name and phone of the buyer unless the checkout has others', () => {
    expect(freeze(input()).order).toMatchObject({ fullName: 'Compradora Demo', phone: '+5511900000000' });
    expect(freeze(input({ fullName: 'Outra', phone: '+5521900000000' })).order).toMatchObject({
      fullName: 'Outra',
      phone: '+5521900000000',
    });
    expect(freeze(input({}, { buyer: { ...buyer, whatsapp: undefined } })).order.phone).toBeNull();
  });

  it('does not merge identical lines', () => {
    const { order, items } = freeze(input({ items: [line, line] }, { quoted: [quoted, quoted] }));

    expect(items.map(({ id, line: position }) => [id, position])).toEqual([
      ['i-1', 0],
      ['i-2', 1],
    ]);
    expect(order.subtotalCents).toBe(31_960);
  });

  it('accepts a discount of the full subtotal when shipping remains to be paid', () => {
    expect(freeze(input({ discountCents: 15_980 })).order.totalCents).toBe(1_500);
  });

  it.each([
    ['a discount over the subtotal', { discountCents: 15_981 }, 'discountCents'],
    ['nothing to pay', { discountCents: 15_980, shippingCents: 0 }, 'discountCents'],
    ['more than amounts can say', { shippingCents: 2_000_000_000 }, 'items'],
  ])('rejects %s', (_name, checkout, path) => {
    expect(() => freeze(input(checkout))).toThrow(path);
  });

  it('rejects what cannot be printed, and stores the print input of each line', () => {
    const fallback = { ...print, fallback: true };
    const lines = { items: [line, line] };
    const order = (prints: CheckoutInput['prints']) => freeze(input(lines, { quoted: [quoted, quoted], prints }));

    expect(
      order([
        { print, others: [] },
        { print: fallback, others: [] },
      ]).items.map((item) => item.print),
    ).toEqual([print, fallback]);
    expect(() => order([{ print, others: [] }, { others: [] }])).toThrow(
      expect.objectContaining({
        reason: 'item_unavailable',
        message: expect.stringMatching(/^items\[1\].*cannot be printed/),
      }),
    );
  });

  describe('of several surfaces', () => {
    const front = { surface: 'front', name: 'Frente', artworkId: 'a-1', extraCostCents: 0, widthMm: 280 };
    const back = { surface: 'back', name: 'Costas', artworkId: 'a-2', extraCostCents: 900 };
    const backPrint = { ...print, artworkId: 'a-2', templateId: 't-2' };
    const item = (surfaces: (typeof quoted)['surfaces'], prints: CheckoutInput['prints']) =>
      freeze(input({}, { quoted: [{ ...quoted, surfaces }], prints })).items[0]!;

    it('stores each with its print, the first one with that of the item', () => {
      const others = [{ surface: 'back', print: backPrint }];

      expect(item([front, back], [{ print, others }])).toMatchObject({
        print,
        surfaces: [front, { ...back, print: backPrint }],
      });
      expect(item([front], [{ print, others: [] }]).surfaces).toEqual([front]);
      expect(item([], [{ print, others }]).surfaces).toBeNull();
    });

    it('stores the words of the buyer with the print that they lie on', () => {
      const box = { x: 0, y: 0, width: 1, height: 0.5 };
      const text = { text: 'João', font: 'anton', color: '#1F2A44', box, curve: 0 };
      const others = [{ surface: 'back', print: backPrint }];
      const onBoth = item(
        [
          { ...front, text },
          { ...back, text: { ...text, text: 'Ana' } },
        ],
        [{ print, others }],
      );
      expect(onBoth.print).toEqual({ ...print, text });
      expect(onBoth.surfaces).toEqual([front, { ...back, print: { ...backPrint, text: { ...text, text: 'Ana' } } }]);
      expect(item([front, back], [{ print, others }]).print).toEqual(print);
    });

    it.each([
      ['with its print', backPrint],
      ['without one', undefined],
    ])('rejects one that the store still shows and that was taken off, %s', (_how, own) => {
      const others = [{ surface: 'back', print: own }];
      expect(() => item([front], [{ print, others }])).toThrow('cannot be printed as it was chosen');
    });

    it.each([
      ['has no print', []],
      ['has none of its artwork', [{ surface: 'back', print }]],
      ['is printed elsewhere', [{ surface: 'sleeve', print: backPrint }]],
    ])('rejects one that %s', (_name, others) => {
      expect(() => item([front, back], [{ print, others }])).toThrow('cannot be printed as it was chosen');
    });
  });

  it('rejects a product that the store does not show', () => {
    expect(() => freeze(input({}, { described: [] }))).toThrow('items[0].sellerProductId cannot be bought');
  });
});

describe('mustHaveDocument', () => {
  it('requires type and number', () => {
    expect(() => mustHaveDocument({ ...buyer, documentType: 'cpf', documentNumber: '52998224725' })).not.toThrow();
    expect(() => mustHaveDocument(buyer)).toThrow('document');
    expect(() => mustHaveDocument({ ...buyer, documentType: 'cpf' })).toThrow('document');
  });
});
