import type { Order, RefundOrderBody } from '@estampa/client';
import type { Api } from '@estampa/stack/demo/api';
import { waitFor } from '@estampa/stack/wait';
import type { Aftermath } from './samples.ts';

const DEADLINE_MS = 30_000;

/** What an admin and the providers do. */
export interface OrderHands {
  readonly admin: Api;
  readonly sandboxUrl: string;
}

type Happens = (hands: OrderHands, order: Order) => Promise<void>;

/** Odd amounts, so that parts of cents have to be shared. */
const [PART_CENTS, FIRST_CENTS, SECOND_CENTS, SHIPPING_CENTS, GOODWILL_CENTS] = [3_333, 1_333, 777, 945, 500];

/** What becomes of orders that are paid, and have a label or have arrived. */
export const AFTERMATHS: Readonly<Record<Aftermath, Happens>> = {
  cancelled: async (hands, { id: orderId }) => {
    await hands.admin.client.cancelOrder({ orderId });
    await becomes(hands, orderId, isRefunded);
    await becomes(hands, orderId, ({ shipment }) => shipment?.status === 'cancelled');
  },
  'cancelled after a part went back': async (hands, order) => {
    await refund(hands, order.id, { amountCents: PART_CENTS });
    await AFTERMATHS.cancelled(hands, order);
  },
  disputed: (hands, order) => dispute(hands, order),
  'dispute lost': async (hands, order) => {
    await dispute(hands, order);
    await moveCharge(hands, order, 'chargeback_lost');
    await becomes(hands, order.id, isRefunded);
  },
  'items refunded': async (hands, { id: orderId, items: [first, second] }) => {
    const lines = [
      { type: 'item', orderItemId: first!.id, amountCents: FIRST_CENTS },
      { type: 'item', orderItemId: second!.id, amountCents: SECOND_CENTS },
    ] as const;
    await refund(hands, orderId, { lines: [...lines] });
  },
  'part refunded': (hands, { id: orderId }) => refund(hands, orderId, { amountCents: PART_CENTS }),
  returned: (hands, order) => giveBack(hands, order, paidFor(order)),
  'returned, half refunded': (hands, order) => giveBack(hands, order, Math.floor(paidFor(order) / 2)),
  'shipping refunded': async (hands, { id: orderId }) => {
    const lines = [
      { type: 'shipping', amountCents: SHIPPING_CENTS },
      { type: 'goodwill', amountCents: GOODWILL_CENTS },
    ] as const;
    await refund(hands, orderId, { lines: [...lines] });
  },
};

const isRefunded = ({ paymentStatus }: Order): boolean => paymentStatus === 'refunded';

const paidFor = ({ items: [first] }: Order): number => first!.lineTotalCents - first!.discountCents;

/** The first item comes back, and some of its money goes back. */
async function giveBack(hands: OrderHands, { id: orderId, items: [first] }: Order, amountCents: number) {
  await hands.admin.client.setItemFulfillment({ itemId: first!.id, body: { fulfillmentStatus: 'returned' } });
  const lines = [{ type: 'item' as const, orderItemId: first!.id, amountCents }];
  await refund(hands, orderId, { lines });
}

/** Until it is done: what the provider is slow with goes on by itself. */
async function refund(hands: OrderHands, orderId: string, body: RefundOrderBody): Promise<void> {
  await hands.admin.client.refundOrder({ orderId, body });
  await becomes(hands, orderId, (order) => order.totalRefundedCents > 0 && order.refundPendingCents === 0);
}

async function dispute(hands: OrderHands, order: Order): Promise<void> {
  await moveCharge(hands, order, 'chargeback_requested');
  await becomes(hands, order.id, ({ payment }) => payment?.status === 'disputed');
}

/** By a control of the sandbox, as the payer's bank decides. */
async function moveCharge({ sandboxUrl }: OrderHands, { payment }: Order, to: string): Promise<void> {
  const response = await fetch(`${sandboxUrl}/_control/charges/${payment!.providerPaymentId}/move`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ to }),
    signal: AbortSignal.timeout(DEADLINE_MS),
  });
  if (!response.ok) throw new Error(`The sandbox responded ${response.status}: ${await response.text()}`);
}

async function becomes({ admin }: OrderHands, orderId: string, isSo: (order: Order) => boolean): Promise<void> {
  const isReached = async () => isSo(await admin.client.getOrder({ orderId }));
  await waitFor('what becomes of an order', isReached, { deadlineMs: DEADLINE_MS });
}
