import { randomUUID } from 'node:crypto';
import { DomainError } from '@estampa/kernel/errors';
import { type Call, newCall } from '@estampa/kit/rpc/call';
import type { Orm } from '@estampa/kit/postgres/connect';
import { createLog } from '@estampa/kit/telemetry/log';
import type { EntityManager } from '@mikro-orm/postgresql';
import { asaas } from '../src/adapters/asaas.ts';
import { AsaasPayment, toSnapshot } from '../src/adapters/asaas-payment.ts';
import { asaasRefund } from '../src/adapters/asaas-refund.ts';
import { ProviderError } from '@estampa/kit/provider/provider-error';
import { readTimed } from '../src/adapters/read-times.ts';
import type { Context } from '../src/context.ts';
import { orders } from '../src/db/order-repository.ts';
import type { ChangedOrder, OrderRow } from '../src/db/tables/order.ts';
import { anOrder, anUncharged, aPayment, PAID } from '../src/domain/ledger-samples.ts';
import { isUnderWay } from '../src/domain/refund.ts';
import { applySnapshot } from '../src/usecases/payments/apply-snapshot.ts';
import { cancelOrder } from '../src/usecases/refunds/cancel-order.ts';
import { continueRefunds } from '../src/usecases/refunds/continue-refunds.ts';
import { retryRefund } from '../src/usecases/refunds/retry-refund.ts';
import { continuePayments } from '../src/usecases/payments/continue-payments.ts';
import { refundOrder } from '../src/usecases/refunds/refund-order.ts';
import { FAULTS, slowProvider } from './slow-provider.ts';

const TOTAL = 10_000;
/** Half of what is left at most, so that the provider would refund it twice. */
const PART_MAX = 4_000;
const BEGINNING = new Date('2026-11-21T12:00:00Z');
/** Each reading of the clock advances it, so that waiting loops end. */
const TICK_MS = 900;
const MINUTE_MS = 60_000;
const TRANSIENT_MS = [1_000, 6_000, 11_000, 25_000, MINUTE_MS, 6 * MINUTE_MS, 20 * MINUTE_MS];
/** The job aborts a task then. */
const DEADLINE_MS = 10_000;
const LONG_PICK = TRANSIENT_MS.length - 1;
const ROUNDS_TO_REST = 14;

export type Move = { name: string; pick: number };

/**
 * Runs one paid order at a time through the service's own use cases on its own database, with a test clock and a test provider.
 */
export function refundHistories(orm: Orm) {
  const clock = { ms: BEGINNING.getTime() };
  const now = () => new Date((clock.ms += TICK_MS));
  const provider = slowProvider(() => clock.ms);
  const gateway = readTimed(
    {
      ...asaas({ baseUrl: 'http://127.0.0.1:9', apiKey: 'unused', webhookTokens: [] }),
      getPayment: async (id, signal) =>
        toSnapshot(await provider.call({ method: 'GET', path: `/payments/${id}`, signal }, AsaasPayment)),
      refund: (refund, signal) => asaasRefund(provider.call, refund, signal),
    },
    now,
  );
  const aContext = (em: EntityManager = orm.em.fork(), idempotency: Call['idempotency'] = null): Context => ({
    em,
    reads: em,
    call: newCall({ requestId: randomUUID(), idempotency }),
    now,
    caller: { userId: randomUUID(), roles: ['admin'], sellerProfileId: null, sessionId: null },
    log: createLog('refund-histories', 'silent'),
    wake: () => {},
    gateways: { default: gateway, all: [gateway], named: () => gateway },
    fiscal: null,
    settings: { attemptTimeoutMs: 2_500, recoverAfterMs: 5_000 } as Context['settings'],
    peers: {} as Context['peers'],
  });

  async function newStory(paymentStatus: 'approved' | 'pending' = 'approved') {
    const [orderId, paymentId, chargeId] = [randomUUID(), randomUUID(), `pay_${randomUUID()}`];
    const paid = paymentStatus === 'approved' ? PAID : { dueAt: now() };
    const made = { id: paymentId, orderId, reference: `${orderId}:1`, createdAt: now() };
    const payment = aPayment({ ...made, ...paid, preferenceId: chargeId, providerPaymentId: chargeId });
    const input = { shippingMethodId: null, carrier: null, serviceCode: null, shipment: null, shipmentVersion: 0 };
    const order = {
      ...anOrder(paymentStatus, { id: orderId, userId: randomUUID(), currentPaymentId: paymentId }),
      ...input,
    };
    const row = { ...order, version: 1, createdAt: now(), updatedAt: now() };
    const em = orm.em.fork();
    const numbered = await orders.insert(em, { order: row, items: [], payment: anUncharged(made) }, null, '');
    await orders.saveNow(em, {
      order: { ...row, orderNumber: numbered!.orderNumber } as OrderRow as ChangedOrder,
      payments: [payment],
    });
    provider.addCharge(chargeId, TOTAL, payment.reference);
    return { orderId, chargeId, again: null as (() => Promise<unknown>) | null, working: new Set<Promise<void>>() };
  }
  type Story = Awaited<ReturnType<typeof newStory>>;

  /** Waits until everything that was begun has ended, or hangs at the provider. */
  async function quiet({ working }: Story): Promise<void> {
    while (working.size > provider.hanging()) await Promise.race([...working, provider.requested()]);
  }

  function begin({ working }: Story, task: Promise<unknown>): Promise<void> {
    const ended = task.then(
      () => {},
      (error: unknown) => {
        if (!(error instanceof DomainError)) throw error;
      },
    );
    const one = ended.finally(() => working.delete(one));
    working.add(one);
    return one;
  }

  const check = async (em: EntityManager, { chargeId }: Story): Promise<unknown> =>
    applySnapshot(aContext(em), 'asaas', (await gateway.getPayment(chargeId, AbortSignal.timeout(MINUTE_MS)))!);
  const job = () => continueRefunds(aContext());

  /** Repeats the same request each time, as a client without a response does. */
  function act(story: Story, request: (context: Context) => Promise<unknown>): void {
    const idempotency: Call['idempotency'] = { key: randomUUID(), scope: 'tests', bodyDigest: 'digest' };
    story.again = () => request(aContext(orm.em.fork(), idempotency));
    void begin(story, story.again());
  }

  const MOVES: Readonly<Record<string, (story: Story, pick: number) => void | Promise<void>>> = {
    partIsRequested(story, pick) {
      act(story, (context) =>
        refundOrder(context, { orderId: story.orderId, amountCents: 1 + ((pick * 977) % PART_MAX), lines: [] }),
      );
    },
    allIsRequested: (story) => act(story, (context) => refundOrder(context, { orderId: story.orderId, lines: [] })),
    isCancelled: (story) => act(story, (context) => cancelOrder(context, story.orderId)),
    isRequestedAgain: (story) => void (story.again && begin(story, story.again())),
    async adminTriesAgain(story) {
      const refund = (await lockedOrder(story.orderId)).refunds.find(({ status }) => status === 'failed');
      const named = refund && { orderId: story.orderId, refundId: refund.id };
      if (named) act(story, (context) => retryRefund(context, named));
    },
    jobRuns: (story) => void begin(story, job()),
    twoJobsRun: (story) => [job(), job()].forEach((one) => void begin(story, one)),
    webhookIsReceived: (story) => void begin(story, check(orm.em.fork(), story)),
    /** The job runs between a webhook's read and its write. */
    async jobRunsDuringWebhook(story) {
      const [loaded, written] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const paused = pausedBeforeCommit(orm.em.fork(), loaded.resolve, written.promise);
      const received = begin(story, check(paused, story));
      await Promise.race([loaded.promise, received]);
      await Promise.race([begin(story, job()), provider.requested()]);
      written.resolve();
    },
    timePasses(_story, pick) {
      const passed = TRANSIENT_MS[pick % TRANSIENT_MS.length]!;
      if (passed > DEADLINE_MS) provider.giveUpWaiting(pick);
      clock.ms += passed;
      provider.deliver();
    },
    waitingHasResponse: () => provider.responseWaiting(),
    providerFails: (_story, pick) => provider.fail(FAULTS[pick % FAULTS.length]!, pick),
    providerDoes: ({ chargeId }) => provider.settle(chargeId, 'DONE'),
    providerDenies: ({ chargeId }) => provider.settle(chargeId, 'CANCELLED'),
    partIsReturnedByHand: ({ chargeId }, pick) => provider.returnByHand(chargeId, pick),
  };

  /** Each request must be refunded exactly once. */
  async function wrongOf({ orderId, chargeId }: Story): Promise<string | null> {
    const { refunds } = await lockedOrder(orderId);
    const twice = refunds.find(({ id }) => provider.timesTakenUp(chargeId, id) > 1);
    return twice ? `a refund of ${twice.amountCents} was given back twice` : null;
  }

  const lockedOrder = (orderId: string) => orm.em.fork().transactional(async (tx) => (await orders.lock(tx, orderId))!);

  /** After the faults end and everything is checked, all refunds have ended, and the order shows what was refunded. */
  async function wrongAtRest(story: Story): Promise<string | null> {
    provider.forgetFaults();
    for (let round = 0; round < ROUNDS_TO_REST; round += 1) {
      await MOVES.timePasses!(story, LONG_PICK);
      await MOVES.providerDoes!(story, 0);
      for (const name of ['jobRuns', 'webhookIsReceived']) await step(story, { name, pick: 0 });
      if (!(await lockedOrder(story.orderId)).refunds.some(isUnderWay)) break;
    }
    const { order, refunds } = await lockedOrder(story.orderId);
    const back = provider.backCents(story.chargeId);
    if (refunds.some(isUnderWay)) return `a refund is still ${refunds.find(isUnderWay)!.status}`;
    if (order.totalRefundedCents !== back) return `${order.totalRefundedCents} are shown as refunded, ${back} are`;
    return order.isClosing ? 'it is being cancelled for ever' : null;
  }

  async function step(story: Story, { name, pick }: Move): Promise<void> {
    await MOVES[name]!(story, pick);
    await quiet(story);
  }

  async function wrongWith(moves: readonly Move[]): Promise<string | null> {
    const story = await newStory();
    try {
      for (const move of moves) {
        await step(story, move);
        const wrong = await wrongOf(story);
        if (wrong) return `after ${move.name}: ${wrong}`;
      }
      return (await wrongAtRest(story)) ?? (await wrongOf(story));
    } finally {
      provider.forgetFaults();
      provider.giveUpWaiting(0);
      await quiet(story);
      await orm.em.fork().execute('update refund set due_at = null where order_id = ?', [story.orderId]);
    }
  }

  /** Minimises a failing history by leaving out single moves. */
  async function shortest(moves: readonly Move[]): Promise<readonly Move[]> {
    for (let index = 0; index < moves.length; index += 1) {
      const fewer = moves.toSpliced(index, 1);
      if ((await wrongWith(fewer)) !== null) return shortest(fewer);
    }
    return moves;
  }

  /** The due time of a payment that is to be cancelled while the job checks it at a provider that does not know it. */
  async function dueAfterCancelMeanwhile(): Promise<Date | null> {
    const { orderId } = await newStory('pending');
    const getPayment = () => cancelOrder(aContext(), orderId).then(() => null);
    const requested = { ...gateway, getPayment, findByReference: () => Promise.resolve([]), cancel: notNow };
    await continuePayments({
      ...aContext(),
      gateways: { default: requested, all: [requested], named: () => requested },
    });
    return (await lockedOrder(orderId)).payments[0]!.dueAt;
  }

  return { clock, names: Object.keys(MOVES), wrongWith, shortest, dueAfterCancelMeanwhile };
}

/** The provider is unreachable. */
const notNow = () => Promise.reject(new ProviderError('unsent', 'no connection'));

/** An entity manager whose transactions stop after `run` and commit when they are released. */
const pausedBeforeCommit = (em: EntityManager, decided: () => void, written: Promise<void>): EntityManager =>
  new Proxy(em, {
    get: (target, property) =>
      property === 'transactional'
        ? <T>(run: (tx: EntityManager) => Promise<T>) =>
            target.transactional(async (tx) => {
              const done = await run(tx);
              decided();
              await written;
              return done;
            })
        : (Reflect.get(target, property, target) as unknown),
  });
