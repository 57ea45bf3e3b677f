import { changeStatus, type Payout, type PayoutStatus } from './payout.ts';
import {
  approve,
  BATCH_OF,
  beginRequest,
  type Change,
  endRequest,
  newPixTransfer,
  observe,
  type PixTransfer,
  repeatRequest,
  type SeenTransfer,
  withdraw,
} from './pix-transfer.ts';

const KEY = 'artist@example.com';
const REPEAT_AFTER_MS = 10;
const APPROVAL_TRIES = 3;

/** At the provider. */
type Sent = {
  id: string;
  key: string;
  amountCents: number;
  state: SeenTransfer['state'];
  isApproved: boolean;
  tries: number;
  /** A search shows it from then on. */
  shownFrom: number;
};
type Response = { kind: 'made'; sent: Sent } | { kind: 'rejected'; isOver: boolean };

/** One batch with its transfer, the provider, and what is on its way between the two. */
export type World = {
  at: number;
  batch: Pick<Payout, 'id' | 'status' | 'totalCents' | 'version'>;
  isByHand: boolean;
  transfer: PixTransfer;
  isKeyCurrent: boolean;
  requests: number[];
  responses: Response[];
  provider: Sent[];
};

export const newWorld = (): World => ({
  at: 0,
  batch: { id: 'payout', status: 'pending', totalCents: 3_000, version: 1 },
  isByHand: false,
  transfer: newPixTransfer({
    id: 'transfer',
    payoutId: 'payout',
    sellerProfileId: 'seller',
    pixKeyId: 'key',
    amountCents: 3_000,
  }),
  isKeyCurrent: true,
  requests: [],
  responses: [],
  provider: [],
});

const nowOf = ({ at }: World): Date => new Date(at);
const seenOf = ({ id, amountCents, state }: Sent): SeenTransfer => ({
  providerId: id,
  state,
  amountCents,
  endToEndId: null,
  receiptUrl: null,
  feeCents: null,
});
const some = <T>(all: readonly T[], pick: number): T | undefined => all[pick % Math.max(all.length, 1)];
const take = <T>(all: T[], pick: number): T | undefined => all.splice(pick % Math.max(all.length, 1), 1)[0];

function moveBatch(world: World, status: PayoutStatus): void {
  if (world.batch.status === status) return;
  world.batch = { ...world.batch, ...changeStatus(world.batch as Payout, { status }, nowOf(world)) };
}

/** In one transaction, as the service writes it. */
function commit(world: World, change: Change | null): boolean {
  if (!change) return false;
  const { status: before } = world.transfer;
  world.transfer = { ...world.transfer, ...change };
  if (world.transfer.status !== before) moveBatch(world, BATCH_OF[world.transfer.status]);
  return true;
}

type Step = (world: World, pick: number) => void;
const ofState = ({ provider }: World, state: SeenTransfer['state'], pick: number): Sent | undefined =>
  some(
    provider.filter((sent) => sent.state === state),
    pick,
  );

/**
 * Each step is one transaction, or one message, and a process may end after any of them: then what was on its way is lost, or arrives
 * all the same.
 */
export const STEPS: Readonly<Record<string, Step>> = {
  timePasses: (world, pick) => void (world.at += 1 + (pick % REPEAT_AFTER_MS)),
  requestBegins(world) {
    const { transfer, batch, isKeyCurrent } = world;
    const begun = beginRequest(transfer, { amountCents: batch.totalCents, isKeyCurrent, now: nowOf(world) });
    if (commit(world, begun) && begun?.status === 'requested') world.requests.push(world.transfer.amountCents);
  },
  requestIsLost: (world, pick) => void take(world.requests, pick),
  requestArrives(world, pick) {
    const amountCents = take(world.requests, pick);
    if (amountCents !== undefined) world.responses.push({ kind: 'made', sent: make(world, { amountCents, pick }) });
  },
  requestIsUnfunded(world, pick) {
    if (take(world.requests, pick) !== undefined) world.responses.push({ kind: 'rejected', isOver: false });
  },
  requestIsRejected(world, pick) {
    if (take(world.requests, pick) !== undefined) world.responses.push({ kind: 'rejected', isOver: true });
  },
  responseIsLost: (world, pick) => void take(world.responses, pick),
  responseArrives(world, pick) {
    const response = take(world.responses, pick);
    if (response?.kind === 'made') commit(world, observe(world.transfer, seenOf(response.sent)));
    if (response?.kind === 'rejected') commit(world, endRequest(world.transfer, response.isOver));
  },
  isPolled(world) {
    const { transfer, provider, at } = world;
    if (transfer.status === 'intended') return;
    const found = provider.filter(({ id, shownFrom }) =>
      transfer.providerId === null ? shownFrom <= at : id === transfer.providerId,
    );
    const shown = found.toSorted((one, other) => Number(hasFailed(one)) - Number(hasFailed(other)));
    if (shown.some((sent) => commit(world, observe(world.transfer, seenOf(sent))))) return;
    const now = nowOf(world);
    const readiness = { isKeyCurrent: world.isKeyCurrent, now, searchedAt: now };
    const repeated = repeatRequest(world.transfer, readiness, REPEAT_AFTER_MS);
    // To a key that ended nothing is sent.
    if (commit(world, repeated) && world.isKeyCurrent) world.requests.push(world.transfer.amountCents);
  },
  approvalIsRequested: (world, pick) => requestApproval(world, pick, true),
  approvalIsLost: (world, pick) => requestApproval(world, pick, false),
  arrives(world, pick) {
    const sent = ofState(world, 'pending', pick);
    if (sent?.isApproved) sent.state = 'done';
  },
  isNotTaken(world, pick) {
    const sent = ofState(world, 'pending', pick);
    if (sent?.isApproved) sent.state = 'failed';
  },
  comesBack(world, pick) {
    const sent = ofState(world, 'done', pick);
    if (sent) sent.state = 'returned';
  },
  keyIsChanged: (world) => void (world.isKeyCurrent = false),
  itemLeaves(world) {
    const { batch } = world;
    if (batch.status === 'pending') world.batch = { ...batch, totalCents: batch.totalCents - 1_000 };
  },
  isMarkedByHand(world, pick) {
    if (world.batch.status !== 'pending') return;
    const change = withdraw(world.transfer, 'by_hand');
    if (!change) return;
    world.transfer = { ...world.transfer, ...change };
    world.isByHand = true;
    moveBatch(world, pick % 2 === 0 ? 'paid' : 'failed');
  },
  thiefSends: (world, pick) => void make(world, { amountCents: world.transfer.amountCents, pick, key: 'thief' }),
  anotherAmountIsSent: (world, pick) => void make(world, { amountCents: world.transfer.amountCents + 1, pick }),
};

const hasFailed = ({ state }: Sent): boolean => state === 'failed' || state === 'cancelled';

type New = { amountCents: number; pick: number; key?: string };

function make({ provider, at }: World, { amountCents, pick, key = KEY }: New): Sent {
  const id = `provider-${provider.length}`;
  const shownFrom = at + (pick % 25);
  const sent: Sent = { id, key, amountCents, state: 'pending', isApproved: false, tries: 0, shownFrom };
  provider.push(sent);
  return sent;
}

/** The response may be lost after it was given; after three tries the provider cancels the transfer. */
function requestApproval(world: World, pick: number, isResponded: boolean): void {
  const sent = some(
    world.provider.filter(({ state, isApproved }) => state === 'pending' && !isApproved),
    pick,
  );
  if (!sent) return;
  const { id: providerId, amountCents, key } = sent;
  const approval = approve(world.transfer, world.isKeyCurrent ? KEY : null, { providerId, amountCents, key });
  if (approval.kind === 'approved') commit(world, approval.change);
  sent.tries += 1;
  if (isResponded && approval.kind === 'approved') sent.isApproved = true;
  else if (isResponded || sent.tries === APPROVAL_TRIES) sent.state = 'cancelled';
}

const TO_REST = ['requestBegins', 'requestArrives', 'responseArrives', 'isPolled', 'approvalIsRequested', 'arrives'];

/** In the end everything that is on its way arrives, and the provider decides. */
export function settleAll(world: World): void {
  for (let round = 0; round < 12; round += 1) {
    world.at += REPEAT_AFTER_MS * 3;
    for (const name of TO_REST)
      for (let times = 0; times <= world.provider.length; times += 1) STEPS[name]!(world, times);
  }
}
