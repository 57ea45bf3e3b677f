import { UNFUNDED } from '@estampa/kit/provider/asaas-http';
import { ProviderError } from '@estampa/kit/provider/provider-error';
import { transact } from '@estampa/kit/postgres/transact';
import type { TransferProvider } from '../../adapters/transfer-provider.ts';
import type { Context } from '../../context.ts';
import { payouts } from '../../db/payout-repository.ts';
import { pixTransfers } from '../../db/pix-transfer-repository.ts';
import type { PixTransferRow } from '../../db/tables/pix-transfer.ts';
import {
  repeatRequest,
  beginRequest,
  type Change,
  continueAt,
  endRequest,
  isOpen,
  observe,
  type SeenTransfer,
} from '../../domain/pix-transfer.ts';
import { changeTransfer } from './change-transfer.ts';
import type { TransferList, TransferLists } from './shared-list.ts';

const AT_ONCE = 10;
const CALL_DEADLINE_MS = 15_000;
/** Another replica continues transfers whose lease has expired: after a list and a call. */
const LEASE_MS = 60_000;

/** Requests what is to be sent, and polls what was requested: once around each that is due. */
export async function continueTransfers(context: Context, lists: TransferLists, signal: AbortSignal): Promise<void> {
  const { transfers: provider } = context;
  if (!provider) return;
  while (!signal.aborted) {
    const now = context.now();
    const leaseEnd = new Date(now.getTime() + LEASE_MS);
    const leased = await pixTransfers.leaseDue(context.em, { now, leaseEnd, limit: AT_ONCE });
    if (leased.length === 0) return;
    const shared = { provider, leasedAt: now, list: lists.sharedBy(provider, leased, now) };
    await Promise.all(
      leased.map((one) => continueTransfer({ ...shared, context: { ...context, em: context.em.fork() }, leased: one })),
    );
  }
}

async function continueTransfer(task: Task): Promise<void> {
  const { context, leased } = task;
  let pauseMs = 0;
  try {
    await STEPS[leased.status](task);
  } catch (error) {
    if (error instanceof ProviderError) pauseMs = error.retryAfterMs;
    context.log.warn({ err: error, transferId: leased.id }, 'a transfer task failed');
  }
  const now = context.now();
  const nextAt = new Date(Math.max(continueAt(leased.tries, now).getTime(), now.getTime() + pauseMs));
  await pixTransfers.saveDue(context.em, { key: leased.id, until: leased.dueAt! }, isOpen(leased) ? nextAt : null);
}

type Task = {
  context: Context;
  provider: TransferProvider;
  leased: PixTransferRow;
  leasedAt: Date;
  list: TransferList;
};

const deadline = (): AbortSignal => AbortSignal.timeout(CALL_DEADLINE_MS);

const STEPS: Readonly<Record<PixTransferRow['status'], (task: Task) => Promise<void>>> = {
  async intended(task) {
    if (await begin(task)) await request(task);
  },
  /** Its response was lost, or the process ended before it came. */
  async requested(task) {
    const { found, searchedAt } = await search(task);
    if (await record(task, ...found)) return;
    if (await repeat(task, searchedAt)) await request(task);
  },
  accepted: poll,
  // A webhook named one that has ended.
  done: poll,
  failed: poll,
  returned: poll,
};

async function poll(task: Task): Promise<void> {
  await record(task, ...(await search(task)).found);
}

/** Stores that it is requested, to the key and with the amount of now; false: it is not to be. */
const begin = (task: Task): Promise<boolean> => {
  const { context, leased } = task;
  return transact(context.em.fork(), async (tx) => {
    const transfer = await pixTransfers.lock(tx, leased);
    const now = context.now();
    const [payout] = await payouts.findLocked(tx, [leased.payoutId]);
    const key = await pixTransfers.findCurrentKey(tx, leased, now);
    const begun = beginRequest(transfer, { amountCents: payout!.totalCents, isKeyCurrent: key !== null, now });
    if (!begun) return false;
    await changeTransfer(context, tx, transfer, begun);
    return begun.status === 'requested';
  });
};

/** Stores that it is requested once more; false: it is not to be, or not yet. */
const repeat = ({ context, leased }: Task, searchedAt: Date): Promise<boolean> =>
  transact(context.em.fork(), async (tx) => {
    const transfer = await pixTransfers.lock(tx, leased);
    const now = context.now();
    const isKeyCurrent = (await pixTransfers.findCurrentKey(tx, leased, now)) !== null;
    const repeated = repeatRequest(transfer, { isKeyCurrent, now, searchedAt }, context.settings.repeatAfterMs);
    if (repeated) await changeTransfer(context, tx, transfer, repeated);
    return repeated !== null && transfer.status === 'requested';
  });

/** Its intent is stored. Without a response, and with one that does not say that nothing happened, it stays requested. */
async function request(task: Task): Promise<void> {
  const { context, provider, leased } = task;
  const wanted = await pixTransfers.findRequested(context.em, leased.id);
  if (!wanted) return;
  try {
    await record(task, await provider.send({ reference: leased.id, ...wanted }, deadline()));
  } catch (error) {
    if (!(error instanceof ProviderError) || error.failure === 'ambiguous') throw error;
    const isOver = error.failure === 'rejected' && !error.codes.includes(UNFUNDED);
    await change(task, (transfer) => endRequest(transfer, isOver));
    throw error;
  }
}

/** `searchedAt`: what was requested later may be missing. */
type Search = { found: SeenTransfer[]; searchedAt: Date };

async function search({ provider, leased, leasedAt, list }: Task): Promise<Search> {
  if (leased.providerId !== null) {
    const seen = await provider.find(leased.providerId, deadline());
    return { found: seen ? [seen] : [], searchedAt: leasedAt };
  }
  const { transfers, begunAt } = await list();
  return { found: transfers.filter(({ reference }) => reference === leased.id), searchedAt: begunAt };
}

/** Of several with one reference one that may have left says more than one that did not. */
async function record(task: Task, ...found: readonly SeenTransfer[]): Promise<boolean> {
  const all = found.toSorted((one, other) => Number(hasFailed(one)) - Number(hasFailed(other)));
  let isNews = false;
  for (const seen of all) isNews = (await change(task, (transfer) => observe(transfer, seen))) || isNews;
  return isNews;
}

const hasFailed = ({ state }: SeenTransfer): boolean => state === 'failed' || state === 'cancelled';

const change = ({ context, leased }: Task, decide: (transfer: PixTransferRow) => Change | null): Promise<boolean> =>
  transact(context.em.fork(), async (tx) => {
    const transfer = await pixTransfers.lock(tx, leased);
    const decided = decide(transfer);
    if (decided) await changeTransfer(context, tx, transfer, decided);
    return decided !== null;
  });
