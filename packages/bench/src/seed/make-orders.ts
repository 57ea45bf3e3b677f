import type { Order } from '@estampa/client';
import type { Api, Json } from '@estampa/stack/demo/api';
import {
  advanceParcel,
  DEMO_ORDER,
  labelledOrder,
  paidOrder,
  payOnHostedPage,
  SHIPPING_ADDRESS,
} from '@estampa/stack/demo/purchase';
import { withDatabase } from '@estampa/stack/infrastructure/databases';
import { waitFor } from '@estampa/stack/wait';
import { AFTERMATHS, type OrderHands } from './aftermaths.ts';
import { ORDER_SAMPLES, type OrderSample, PAID, SAMPLE_NAMES } from './order-samples.ts';
import type { Circumstance, Sample } from './samples.ts';
import type { Model } from './world.ts';

const EVENTS_DEADLINE_MS = 30_000;
const AGREED_FEE_PERCENT = 7.5;
/** Above what is left of the price of the fifth type without its fee. */
const RAISED_COST_CENTS = 4_000;

interface Makers extends OrderHands {
  readonly customer: Api;
  readonly seller: Api;
  /** One of each type. */
  readonly products: readonly Json[];
  /** Where the orders are stored. */
  readonly ordersUrl: string;
}

type MadeOrders = Pick<Model, 'orders' | 'commonIds'>;

/** One order of each sample, as people place and pay them. */
export async function makeOrders(makers: Makers): Promise<MadeOrders> {
  const couponIds = await makeCoupons(makers);
  const placed = new Map<OrderSample, Order>();
  const placeOne = async (name: OrderSample) => placed.set(name, await place(makers, ORDER_SAMPLES[name]));
  const placeAll = async (circumstance?: Circumstance) => {
    const names = SAMPLE_NAMES.filter((name) => ORDER_SAMPLES[name].circumstance === circumstance && !placed.has(name));
    await Promise.all(names.map(placeOne));
  };
  // The first one makes the buyer known to the provider.
  await placeOne(SAMPLE_NAMES[0]!);
  await placeAll();
  await withRaisedCost(makers, () => placeAll('raised cost'));
  await withAgreedFee(makers, () => placeAll('agreed fee'));
  await setFeeBearer(
    makers.ordersUrl,
    SAMPLE_NAMES.filter((name) => ORDER_SAMPLES[name].isFeeBorneByArtist).map((name) => placed.get(name)!.id),
  );
  const labelled = new Map(
    await Promise.all(PAID.map(async (name) => [name, await payFor(makers, name, placed.get(name)!)] as const)),
  );
  const parcelsOf = (isOne: (sample: Sample) => boolean) =>
    PAID.filter((name) => isOne(ORDER_SAMPLES[name])).map((name) => labelled.get(name)!);
  const paidOut = parcelsOf(({ isPaidOut }) => isPaidOut === true);
  await move(
    makers,
    'posted',
    parcelsOf(({ isDelivered }) => isDelivered === true),
  );
  await move(makers, 'delivered', paidOut);
  for (const order of paidOut) await payOut(makers, order);
  await move(
    makers,
    'delivered',
    parcelsOf(({ isDelivered, isPaidOut }) => isDelivered === true && !isPaidOut),
  );
  await Promise.all(
    PAID.map(async (name) => {
      const { aftermath } = ORDER_SAMPLES[name];
      if (aftermath) await AFTERMATHS[aftermath](makers, labelled.get(name)!);
    }),
  );
  const orders = Object.fromEntries([...placed].map(([name, { id }]) => [name, id])) as MadeOrders['orders'];
  return { orders, commonIds: [...couponIds, (await makers.admin.client.getCurrentUser()).id] };
}

/** The ids of those that the platform bears. */
async function makeCoupons({ admin, seller }: Makers): Promise<string[]> {
  const ofPlatform: string[] = [];
  for (const { coupon: body } of Object.values(ORDER_SAMPLES)) {
    if (!body) continue;
    const { id } = await (body.funder === 'seller' ? seller : admin).client.createCoupon({ body });
    if (body.funder === 'platform') ofPlatform.push(id);
  }
  return ofPlatform;
}

const place = ({ customer, products }: Makers, { lines, coupon, ...sample }: Sample): Promise<Order> =>
  customer.client.placeOrder({
    body: {
      shipping: SHIPPING_ADDRESS,
      shippingCents: sample.shippingCents ?? DEMO_ORDER.shippingCents,
      ...(coupon && { couponCode: coupon.code }),
      items: lines.map(([product, variant, quantity]) => ({
        sellerProductId: products[product].id,
        variantId: products[product].variants[variant].id,
        quantity,
        selectedOptions: { color: 'white' },
      })),
    },
  });

/** The first variant of the fifth type costs more for a while than it is sold for. */
async function withRaisedCost({ admin, products }: Makers, run: () => Promise<void>): Promise<void> {
  const variantId = products.at(-1).variants[0].productVariantId;
  const { baseCostCents } = await admin.client.getProductVariant({ variantId });
  await admin.client.updateProductVariant({ variantId, body: { baseCostCents: RAISED_COST_CENTS } });
  await run();
  await admin.client.updateProductVariant({ variantId, body: { baseCostCents } });
}

/** A fee for the fourth type is in force for a while. */
async function withAgreedFee({ admin, products }: Makers, run: () => Promise<void>): Promise<void> {
  const { sellerProfileId, productTypeId } = products[3];
  const body = { sellerProfileId, productTypeId, platformFeePercent: AGREED_FEE_PERCENT };
  const { id } = await admin.client.createFeeOverride({ body });
  await run();
  await admin.client.endFeeOverride({ id });
}

/** As `PROVIDER_FEE_BEARER` has it frozen at checkout: that is a setting of a process, and there are orders of both. */
const setFeeBearer = (url: string, orderIds: readonly string[]): Promise<void> =>
  withDatabase(url, async (client) => {
    await client.query(
      `update order_item set earnings = earnings || '{"providerFeeBearer": "artist"}' where order_id = any($1::uuid[])`,
      [orderIds],
    );
  });

async function payFor({ customer }: Makers, name: OrderSample, { id, initPoint }: Order): Promise<Order> {
  await payOnHostedPage(initPoint, ORDER_SAMPLES[name].method!);
  await paidOrder(customer, id);
  return labelledOrder(customer, id);
}

const STATUS = { posted: 'shipped', delivered: 'delivered' } as const;

/** All parcels at once, so that one poll does for all. */
async function move({ admin, sandboxUrl }: Makers, to: keyof typeof STATUS, parcels: readonly Order[]): Promise<void> {
  await Promise.all(parcels.map((parcel) => advanceParcel(sandboxUrl, parcel, to)));
  await admin.client.pollTracking();
  const hasArrived = async ({ id: orderId }: Order) =>
    (await admin.client.getOrder({ orderId })).fulfillmentStatus === STATUS[to];
  await Promise.all(
    parcels.map((parcel) =>
      waitFor(`an order to be ${STATUS[to]}`, () => hasArrived(parcel), { deadlineMs: EVENTS_DEADLINE_MS }),
    ),
  );
}

/** A batch of this order alone: what its artist owes for others, such as fees, would be in it too, so those come to be due after it. */
async function payOut({ admin }: Makers, { id: orderId, items: [first] }: Order): Promise<void> {
  const releasable = async () => {
    const { payoutItems } = await admin.client.listPayoutItems({ orderId });
    return payoutItems.length > 0 && payoutItems.every(({ status }) => status === 'releasable') && payoutItems;
  };
  const found = await waitFor('what can be paid out', releasable, { deadlineMs: EVENTS_DEADLINE_MS });
  const body = { sellerProfileId: first!.sellerProfileId, payoutItemIds: found.map(({ id }) => id) };
  const { id } = await admin.client.createPayout({ body });
  await admin.client.markPayoutPaid({ id });
}
