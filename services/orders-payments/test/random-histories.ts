import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { DomainError } from '@estampa/kernel/errors';
import { isServiceError } from '@estampa/kit/rpc/errors';
import { status as Status } from '@grpc/grpc-js';
import { eventually } from '@estampa/testing/eventually';
import { aCheckout, CARD, type CheckoutWorld } from './checkout-world.ts';

const SETTLED_WITHIN_MS = 45_000;
const SETTLE_EVERY_MS = 4_000;
const SHRINKS_MAX = 20;
const MOVES_MAX = 6;
const PICKS = 1_000;
const OFTEN = ['webhooksAreReceived', 'pay', 'refundPart', 'refundAll', 'cancel', 'cancel'];
const BEGINNINGS: readonly (readonly string[])[] = [
  [],
  ['buyerPays', 'webhooksAreReceived'],
  ['buyerPays', 'webhooksAreReceived', 'refundAll'],
  ['buyerIsDeclined', 'webhooksAreReceived'],
  ['cancel'],
];
/** A busy machine sometimes responds too late. */
const READ_WITHIN_MS = 20_000;
/** Lost webhooks are not waited for. */
const RECEIVED_WITHIN_MS = 5_000;

/** SPEC.md's table of states: the states that an order may have reached since an earlier read. */
const REACHED: Readonly<Record<string, readonly string[]>> = {
  pending: ['pending', 'rejected', 'approved', 'refunded', 'cancelled'],
  rejected: ['rejected', 'approved', 'refunded', 'cancelled'],
  approved: ['approved', 'refunded'],
  refunded: ['refunded'],
  cancelled: ['cancelled'],
};
/** The states in which a request succeeds; in others it is rejected as `wrong_state`. */
const RESPONDED: Readonly<Record<string, readonly string[]>> = {
  pay: ['pending', 'rejected'],
  refund: ['approved'],
  cancel: ['pending', 'rejected', 'approved'],
};
/** Errors that do not depend on the order's state; `conflict`: a payment that a killed process was creating. */
const MET = ['refund_too_large', 'refund_refused', 'payment_refused', 'conflict'];

/** Lost: there was no response in time, or one that says that a call behind it had none. */
function rejectionOf(error: unknown): string {
  if (error instanceof DomainError) return error.kind === 'unavailable' ? 'lost' : error.reason;
  return isServiceError(error) && error.code !== Status.INTERNAL ? 'lost' : String(error);
}

export type Move = { name: string; pick: number };
type Charge = Awaited<ReturnType<CheckoutWorld['sandbox']['charges']>>[number] & { confirmedDate?: string | null };
type Story = { id: string; buyer: string; wrong: string | null; moves: readonly Move[] };
type Client = ReturnType<CheckoutWorld['as']>;
type Act = (client: Client) => Promise<unknown>;
/** An admin's client of one of two processes; the second is never killed. */
type Orders = (process: number) => Client;

const cents = (reais: number): number => Math.round(reais * 100);
const isWaiting = ({ status, deleted }: Charge): boolean => !deleted && ['PENDING', 'OVERDUE'].includes(status);

/** What a charge retains when all of its refunds are done. */
function retainedCents({ confirmedDate, status, value, refunds }: Charge): number {
  if (!confirmedDate || status === 'REFUNDED') return 0;
  const back = (refunds ?? []).filter((one) => one.status === 'DONE').reduce((sum, one) => sum + cents(one.value), 0);
  return cents(value) - back;
}

type Shown = { paymentStatus: string; totalCents: number; totalRefundedCents: number };

/** Compares the provider's money with what the order says. */
export function wrongAtRest(
  { paymentStatus, totalCents, totalRefundedCents }: Shown,
  charges: Charge[],
): string | null {
  if (charges.some(({ status }) => status.includes('CHARGEBACK'))) return null;
  const stored = charges.reduce((sum, charge) => sum + retainedCents(charge), 0);
  const isPaid = paymentStatus === 'approved' || paymentStatus === 'refunded';
  const due = isPaid ? totalCents - totalRefundedCents : 0;
  if (stored !== due) return `${paymentStatus}, ${stored} are kept at the provider instead of ${due}`;
  const waiting = charges.filter(isWaiting).length;
  const most = ['pending', 'rejected'].includes(paymentStatus) ? 1 : 0;
  return waiting > most ? `${paymentStatus}, and ${waiting} charges can be paid` : null;
}

/** Runs random histories of orders through the service's API, the provider's pages and its webhooks. */
export function historiesIn(world: CheckoutWorld, orders: Orders) {
  const { sandbox, calls, service } = world;
  const chargesOf = ({ id }: Story): Promise<Charge[]> => sandbox.charges(id);
  const read = ({ id }: Story): Promise<Shown> =>
    eventually(async () => (await orders(1).getOrder({ id })).order!, { deadlineMs: READ_WITHIN_MS });
  const at = <T>(all: readonly T[], pick: number): T | undefined => all[pick % Math.max(all.length, 1)];
  const anyCharge = async (story: Story, pick: number) => at(await chargesOf(story), pick);
  const forget = () => undefined;
  const move = (charge: Charge | undefined, to: string) =>
    charge && calls.call('POST', `/_control/charges/${charge.id}/move`, { to }).catch(forget);

  async function act(story: Story, request: keyof typeof RESPONDED, pick: number, send: Act): Promise<void> {
    const before = (await read(story)).paymentStatus;
    const outcome = await send(orders(pick % 2)).then(() => 'done', rejectionOf);
    const after = (await read(story)).paymentStatus;
    if (!REACHED[before]!.includes(after)) story.wrong ??= `${before} became ${after} by ${request}`;
    // A webhook can be applied while the request is on its way, so the order may have been in a state between the two.
    const passed = REACHED[before]!.filter((status) => REACHED[status]!.includes(after));
    const hasResponded = passed.some((status) => RESPONDED[request]!.includes(status));
    const isRejected = passed.some((status) => !RESPONDED[request]!.includes(status));
    if (outcome === 'done' && !hasResponded) story.wrong ??= `${request} was answered of an order that is ${before}`;
    if (outcome === 'wrong_state' && !isRejected)
      story.wrong ??= `${request} was rejected for an order that is ${before}`;
    const isKnown = ['done', 'wrong_state', 'lost', ...MET].includes(outcome);
    if (!isKnown) story.wrong ??= `${request} met ${outcome}`;
  }

  const MOVES: Readonly<Record<string, (story: Story, pick: number) => Promise<unknown>>> = {
    async buyerPays(story, pick) {
      const charge = await anyCharge(story, pick);
      const fields = { method: pick % 2 ? 'pix' : 'card', cardNumber: CARD.ok };
      if (charge) await sandbox.pay(charge.id, fields).catch(forget);
    },
    async buyerIsDeclined(story, pick) {
      const charge = await anyCharge(story, pick);
      if (charge) await sandbox.pay(charge.id, { method: 'card', cardNumber: CARD.declined }).catch(forget);
    },
    async buyerDisputes(story, pick) {
      await move(await anyCharge(story, pick), 'chargeback_requested');
    },
    async disputeIsLost(story, pick) {
      await move(await anyCharge(story, pick), 'chargeback_lost');
    },
    async partIsRefundedByHand(story, pick) {
      const charge = await anyCharge(story, pick);
      if (charge) await sandbox.refundByHand(charge.id, 1 + (pick % 60)).catch(forget);
    },
    async webhooksAreReceived(story) {
      const ids = (await chargesOf(story)).map((charge) => charge.id);
      const unheard = 'select from payment_notice where provider_payment_id = any($1) and applied_at is null';
      const received = async () => {
        for (const id of ids)
          expect((await calls.call('GET', `/_control/webhooks?status=queued&subjectId=${id}`)).count).toBe(0);
        expect((await service.database.query(unheard, [ids])).rows).toEqual([]);
      };
      await eventually(received, { deadlineMs: RECEIVED_WITHIN_MS }).catch(forget);
    },
    webhooksFail: ({ id }, pick) => {
      const delivery = ['never', 'twice', 'reversed'][pick % 3]!;
      return sandbox.script({ delivery, contains: id, times: delivery === 'reversed' ? 1 : 2 });
    },
    responsesFail: async (story, pick) => {
      const charge = await anyCharge(story, pick);
      const [path, contains] =
        pick % 2 ? ['/asaas/v3/payments', story.id] : ['/asaas/v3/payments/*/refund', charge?.id];
      const failing = pick % 3 ? { dropConnection: true, afterEffect: true } : { fail: 503 };
      if (contains) await sandbox.script({ method: 'POST', path, contains, ...failing });
    },
    pay: (story, pick) => act(story, 'pay', pick, (client) => client.payOrder({ orderId: story.id })),
    refundPart: (story, pick) =>
      act(story, 'refund', pick, (client) =>
        client.refundOrder({ orderId: story.id, amountCents: 1 + ((pick * 977) % 17_480), lines: [] }),
      ),
    refundAll: (story, pick) =>
      act(story, 'refund', pick, (client) => client.refundOrder({ orderId: story.id, lines: [] })),
    cancel: (story, pick) => act(story, 'cancel', pick, (client) => client.cancelOrder({ orderId: story.id })),
  };
  const names = [...Object.keys(MOVES), ...OFTEN];

  /**
   * Some histories begin with steps that random ones rarely reach. The first of each beginning ends there, so that every end
   * state is reached.
   */
  function aHistory(index: number, random: () => number): Move[] {
    const anything = (): string => names[Math.floor(random() * names.length)]!;
    const beginning = BEGINNINGS[index % BEGINNINGS.length]!;
    const further = Array.from({ length: 1 + Math.floor(random() * MOVES_MAX) }, anything);
    const moves = [...beginning, ...further].map((name) => ({ name, pick: Math.floor(random() * PICKS) }));
    return index < BEGINNINGS.length ? moves.slice(0, beginning.length) : moves;
  }

  async function report(moves: readonly Move[]): Promise<Story> {
    const buyer = randomUUID();
    const { order } = await eventually(() => orders(1).placeOrder(aCheckout(buyer)), { deadlineMs: READ_WITHIN_MS });
    const story: Story = { id: order!.id, buyer, wrong: null, moves };
    for (const { name, pick } of moves) await MOVES[name]!(story, pick);
    return story;
  }

  /** Runs at once what would take minutes or a night: checks of what was lost, and retries. */
  async function hurry(ids: readonly string[]): Promise<void> {
    await service.database.query(
      `update payment set due_at = now() where order_id = any($1::uuid[]) and preference_id is not null and (due_at > now()
         or status in ('pending', 'in_review', 'overdue', 'rejected', 'disputed') and closed_at is null)`,
      [ids],
    );
    await service.database.query(
      `update refund set due_at = now(), claimed_until = now() where order_id = any($1::uuid[]) and due_at is not null`,
      [ids],
    );
    await service.database.query('update reconciliation set due_at = now(), started_at = null, place = null');
  }

  const wrongOf = async (story: Story): Promise<string | null> =>
    story.wrong ?? wrongAtRest(await read(story), await chargesOf(story));

  /** The stories whose final state is wrong, when everything is done. */
  async function wrongs(stories: readonly Story[]): Promise<{ story: Story; wrong: string }[]> {
    for (const { id } of (await calls.call('GET', '/_control/scripts')).scripts)
      await calls.call('DELETE', `/_control/scripts/${id}`);
    const check = async () => {
      const all = await Promise.all(stories.map(async (story) => ({ story, wrong: await wrongOf(story) })));
      return all.filter((one): one is { story: Story; wrong: string } => one.wrong !== null);
    };
    let hurriedAt = 0;
    let found: Awaited<ReturnType<typeof check>> = [];
    const settle = async () => {
      if (Date.now() - hurriedAt > SETTLE_EVERY_MS) {
        await hurry(stories.map(({ id }) => id));
        hurriedAt = Date.now();
      }
      found = await check();
      expect(found.filter(({ story }) => story.wrong === null)).toEqual([]);
    };
    await eventually(settle, { deadlineMs: SETTLED_WITHIN_MS }).catch(forget);
    return found;
  }

  /** Minimises a failing history by leaving out single moves; each try has an order of its own. */
  async function shortest(moves: readonly Move[]): Promise<readonly Move[]> {
    let few = moves;
    let tries = 0;
    for (let index = 0; index < few.length && tries < SHRINKS_MAX; tries += 1) {
      const fewer = few.toSpliced(index, 1);
      if ((await wrongs([await report(fewer)])).length > 0) few = fewer;
      else index += 1;
    }
    return few;
  }

  /** The distinct states in which the stories ended. */
  const endings = async (stories: readonly Story[]): Promise<string[]> =>
    [...new Set(await Promise.all(stories.map(async (story) => (await read(story)).paymentStatus)))].toSorted();

  return { aHistory, report, wrongs, shortest, endings };
}
