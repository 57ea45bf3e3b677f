import { randomUUID } from 'node:crypto';
import { OrderChanged } from '@estampa/contracts/orders/v1/events';
import { DomainError } from '@estampa/kernel/errors';
import type { Orm } from '@estampa/kit/postgres/connect';
import { newCall } from '@estampa/kit/rpc/call';
import { createLog } from '@estampa/kit/telemetry/log';
import { transact } from '@estampa/kit/postgres/transact';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Context } from '../src/context.ts';
import { shipment as shipmentTable } from '../src/db/tables/shipment.ts';
import { isClosed, isSuspended } from '../src/domain/sold-order.ts';
import { projectOrder } from '../src/usecases/project-order.ts';
import { makeLabels } from '../src/usecases/make-labels.ts';
import { retryLabel } from '../src/usecases/retry-label.ts';
import { setItemFulfillment } from '../src/usecases/set-item-fulfillment.ts';
import { FAULTS, slowCarrier } from './slow-carrier.ts';

const BEGINNING = new Date('2026-11-21T12:00:00Z');
const TRANSIENT_MS = [1_000, 6_000, 40_000, 3_700_000];
const LONG_PICK = TRANSIENT_MS.length - 1;
const LEASE_MS = 30_000;
const ROUNDS_TO_REST = 12;

export type Move = { name: string; pick: number };
type OrderState = {
  paymentStatus: 'approved' | 'refunded';
  isDisputed: boolean;
  isRefundUnderWay: boolean;
  version: number;
};

const ADDRESS = {
  cep: '01310-100',
  street: 'Avenida',
  number: '1',
  neighborhood: 'Centro',
  city: 'São Paulo',
  state: 'SP',
};
const PARTY = { ...ADDRESS, country: 'BR', name: 'Compradora Demo', email: 'buyer@demo.example', phone: undefined };
const PARCEL = { lengthCm: 30, widthCm: 20, heightCm: 5, heightPerItemCm: 1, weightKg: 0.2, weightPerItemKg: 0.1 };

/** One paid order at a time: its events, consumed late or twice, and its label, made by the service's own use cases on its own database. */
export function labelHistories(orm: Orm) {
  let ms = BEGINNING.getTime();
  const now = () => new Date(ms);
  const carrier = slowCarrier();
  const aContext = (em: EntityManager): Context => ({
    em,
    reads: em,
    now,
    call: newCall({ requestId: randomUUID() }),
    caller: { userId: randomUUID(), roles: ['admin'], sellerProfileId: null, sessionId: null },
    log: createLog('label-histories', 'silent'),
    wake: () => {},
    aggregator: carrier.aggregator,
    quote: () => Promise.resolve([]),
    quoteKeys: [],
    renewAccount: () => Promise.resolve(),
    orders: {
      getRecipient: () => Promise.resolve({ recipient: { userId: 'u', fullName: 'Demo', email: '', shipping: PARTY } }),
    } as unknown as Context['orders'],
    users: {
      getBuyer: () => Promise.resolve({ buyer: { documentType: 'cpf', documentNumber: '52998224725' } }),
    } as unknown as Context['users'],
    labels: {
      sender: { ...PARTY, document: '52998224725' },
      fiscalMode: 'declaration',
      parcel: PARCEL,
      retryMs: 1_000,
      leaseMs: LEASE_MS,
    },
    tracking: { everyMs: 3_600_000, leaseMs: LEASE_MS },
  });

  function newStory() {
    const info: OrderState = { paymentStatus: 'approved', isDisputed: false, isRefundUnderWay: false, version: 1 };
    return {
      orderId: randomUUID(),
      itemId: randomUUID(),
      info,
      published: [info],
      received: null as OrderState | null,
      isSent: false,
      wrong: null as string | null,
    };
  }
  type Story = ReturnType<typeof newStory>;

  function emit(story: Story, change: Partial<OrderState>): void {
    if (story.info.paymentStatus !== 'approved') return;
    story.info = { ...story.info, ...change, version: story.info.version + 1 };
    story.published.push(story.info);
  }

  async function subscribe(story: Story, info: OrderState | undefined): Promise<void> {
    if (!info) return;
    const item = { id: story.itemId, title: 'Demo mug', quantity: 1, unitPriceCents: 2_500 };
    const { version, ...said } = info;
    const event = OrderChanged.fromPartial({ version, order: { ...said, id: story.orderId, items: [item] } });
    if (version > (story.received?.version ?? 0)) story.received = info;
    await transact(orm.em.fork(), (tx) => projectOrder(aContext(tx), event));
  }

  const refusable = (requested: Promise<unknown>): Promise<unknown> =>
    requested.catch((error: unknown) => {
      if (!(error instanceof DomainError)) throw error;
    });

  const MOVES: Readonly<Record<string, (story: Story, pick: number) => unknown>> = {
    allIsRequested: (story) => emit(story, { isRefundUnderWay: true }),
    allIsDenied: (story) => emit(story, { isRefundUnderWay: false }),
    allIsBack: (story) =>
      story.info.isRefundUnderWay &&
      emit(story, { paymentStatus: 'refunded', isRefundUnderWay: false, isDisputed: false }),
    buyerDisputes: (story) => emit(story, { isDisputed: true }),
    disputeIsWon: (story) => emit(story, { isDisputed: false }),
    orderIsReceived: (story, pick) => subscribe(story, story.published[pick % story.published.length]),
    lastIsReceived: (story) => subscribe(story, story.published.at(-1)),
    jobRuns: () => makeLabels(aContext(orm.em.fork())),
    adminTriesAgain: (story) =>
      refusable(retryLabel(aContext(orm.em.fork()), story.orderId, null).then((body) => transact(orm.em.fork(), body))),
    async adminSends(story) {
      const wanted = { fulfillmentStatus: 'shipped', trackingCode: undefined };
      const setting = setItemFulfillment(aContext(orm.em.fork()), story.itemId, wanted);
      await refusable(setting.then((body) => transact(orm.em.fork(), body)).then(() => sent(story)));
    },
    timePasses: (_story, pick) => void (ms += TRANSIENT_MS[pick % TRANSIENT_MS.length]!),
    carrierFails: (_story, pick) => carrier.fail(FAULTS[pick % FAULTS.length]!),
    /** Events of the order come while the carrier is called. */
    newsComeMeanwhile: (story, pick) =>
      carrier.meanwhile(() => subscribe(story, story.published[pick % story.published.length])),
  };

  /** The same again is no news. */
  function sent(story: Story): void {
    if (!story.isSent && isStopped(story)) story.wrong ??= 'it was sent while the money was on its way back';
    story.isSent = true;
  }

  /** From what the service has consumed. */
  const isStopped = ({ received }: Story): boolean =>
    received !== null && (isClosed(received) || isSuspended(received));

  async function step(story: Story, { name, pick }: Move): Promise<void> {
    carrier.watch((request) => {
      if (isStopped(story)) story.wrong ??= `the carrier was asked to ${request} while the money was on its way back`;
    });
    await MOVES[name]!(story, pick);
    if (carrier.boughtNow() > 1) story.wrong ??= 'two labels are bought for one order';
  }

  /** When all is consumed and decided, and nothing fails any more. */
  async function wrongAtRest(story: Story): Promise<string | null> {
    carrier.forgetFaults();
    emit(story, { isDisputed: false, isRefundUnderWay: false });
    await step(story, { name: 'lastIsReceived', pick: 0 });
    for (let round = 0; round < ROUNDS_TO_REST; round += 1) {
      for (const name of ['timePasses', 'jobRuns']) await step(story, { name, pick: LONG_PICK });
    }
    const shipment = await orm.em.fork().findOneOrFail(shipmentTable.Row, { orderId: story.orderId });
    if (isClosed(story.info)) return carrier.boughtNow() === 0 ? null : 'its label was not given back';
    if (shipment.labelUrl) return null;
    // What was rejected too often is left to an admin.
    await step(story, { name: 'adminTriesAgain', pick: 0 });
    for (let round = 0; round < 2; round += 1) await step(story, { name: 'jobRuns', pick: 0 });
    const again = await orm.em.fork().findOneOrFail(shipmentTable.Row, { orderId: story.orderId });
    return again.labelUrl ? null : `its label is ${again.status}, and nobody can have it made`;
  }

  async function wrongWith(moves: readonly Move[]): Promise<string | null> {
    const story = newStory();
    carrier.begin();
    await subscribe(story, story.info);
    for (const move of moves) {
      await step(story, move);
      if (story.wrong) break;
    }
    const wrong = story.wrong ?? (await wrongAtRest(story)) ?? story.wrong;
    await orm.em.fork().execute('update shipment set next_attempt_at = null where order_id = ?', [story.orderId]);
    return wrong;
  }

  /** The same failure by as few moves as leaving out single ones leads to. */
  async function shortest(moves: readonly Move[]): Promise<readonly Move[]> {
    for (let index = 0; index < moves.length; index += 1) {
      const fewer = moves.toSpliced(index, 1);
      if ((await wrongWith(fewer)) !== null) return shortest(fewer);
    }
    return moves;
  }

  return { names: Object.keys(MOVES), wrongWith, shortest };
}
