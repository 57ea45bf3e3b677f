import type { Id } from '@estampa/client';
import type { Api } from '@estampa/stack/demo/api';
import {
  advanceParcel,
  checkOut,
  createPayout,
  fillWallet,
  labelledOrder,
  paidOrder,
  payOnHostedPage,
} from '@estampa/stack/demo/purchase';
import { Random } from '@estampa/stack/random';
import type { Ground } from '../../cases/case.ts';
import type { Visit } from '../../load/arrivals.ts';
import { openShops } from './shops.ts';

const SEED = 3;
const BUYERS = 64;
const PART_CENTS = 880;
/** Of all orders, of those that are paid, and of those with a label. */
const SHARES = { unpaid: 0.2, refunded: 0.1, refundedInPart: 0.1 };

interface Shopping {
  /** From checkout to delivery, or to a refund. */
  buy(visit: Visit): Promise<void>;
  /** A batch of what one seller has earned since the last one; nothing when nobody has. */
  payArtist(): Promise<void>;
}

export async function openShopping(ground: Ground): Promise<Shopping> {
  const { world, logins } = ground;
  const admin = await logins.adminApi();
  const random = new Random(SEED);
  const [lines] = await Promise.all([openShops(ground), fillWallet(ground.stack.marketplace.sandboxUrl)]);
  const earning = new Set<Id>();
  return {
    async buy({ number, timings }) {
      const buyer = await logins.api(world.customerEmails[number % BUYERS]!);
      const order = await timings.timed('checkout', () => checkOut(buyer, [random.oneOf(lines)!]));
      if (random.chance(SHARES.unpaid)) return;
      await timings.timed('payment', async () => {
        await payOnHostedPage(order.initPoint, random.chance(0.5) ? 'pix' : 'card');
        await paidOrder(buyer, order.id);
      });
      const giveBack = (amountCents: number | null) =>
        timings.timed('refund', () => admin.client.refundOrder({ orderId: order.id, body: { amountCents } }));
      if (random.chance(SHARES.refunded)) return void (await giveBack(null));
      const labelled = await timings.timed('label', () => labelledOrder(buyer, order.id));
      if (random.chance(SHARES.refundedInPart)) await giveBack(PART_CENTS);
      await advanceParcel(ground.stack.marketplace.sandboxUrl, labelled, 'delivered');
      earning.add(order.items[0]!.sellerProfileId);
    },
    payArtist: () => payNext(admin, earning),
  };
}

async function payNext(admin: Api, earning: Set<Id>): Promise<void> {
  const [sellerProfileId] = earning;
  if (sellerProfileId === undefined) return;
  earning.delete(sellerProfileId);
  const batch = await createPayout(admin, sellerProfileId);
  if (batch !== null) await admin.client.markPayoutPaid({ id: batch.id, body: {} });
}
