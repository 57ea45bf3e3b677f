import type { Json } from '@estampa/stack/demo/api';
import type { World } from './world.ts';

/** A transfer of a seller that is under way or was, and what the provider has of its reference. */
type Amid = { sellerProfileId: string; key: string; transfer: Json; made: readonly Json[] };

export interface Misfortune {
  readonly title: string;
  /** What the provider does to the first request. */
  readonly rule?: object;
  /** A round waits for it; others pass by where their moment does not come, as an approval was lost in a kill. */
  readonly isAwaited?: true;
  /** Tried again and again while the seller is paid, until it is true: then it has happened. */
  readonly amid?: (world: World, amid: Amid) => Promise<boolean>;
}

const PAST_DEADLINE_MS = 12_000;

/** Moves the first one of a status; what the processes do meanwhile may come first. */
const moveFirst =
  (status: string, to: string): NonNullable<Misfortune['amid']> =>
  async ({ move }, { made }) => {
    const found = made.find((one) => one.status === status && one.authorized && !one.backAt);
    if (!found) return false;
    await move(found.id, to);
    return true;
  };

const isOpen = ({ status }: Json): boolean => status !== 'done' && status !== 'failed' && status !== 'returned';
const isRequested = ({ status }: Json): boolean => status === 'requested' || status === 'accepted';

export const MISFORTUNES: readonly Misfortune[] = [
  { title: 'none' },
  { title: 'response lost', rule: { dropConnection: true, afterEffect: true } },
  {
    title: 'key changed on the way',
    rule: { dropConnection: true, delayBeforeMs: 300 },
    async amid({ changeKey }, { sellerProfileId, transfer }) {
      if (!isOpen(transfer)) return false;
      await changeKey(sellerProfileId);
      return true;
    },
  },
  {
    title: 'comes back after it arrived',
    isAwaited: true,
    async amid(world, amid) {
      // Only the statement shows it, so it is not seen at once; the next transfer stays.
      const isBack = amid.made.some(({ backAt, status }) => status === 'DONE' && backAt !== null);
      if (!isBack) await moveFirst('DONE', 'returned')(world, amid);
      return amid.transfer.status === 'returned';
    },
  },
  {
    title: 'sent past us, with our reference',
    rule: { delayBeforeMs: 300 },
    async amid({ sendPast }, { key, transfer }) {
      if (!isRequested(transfer)) return false;
      const value = Number(transfer.amount_cents) / 100;
      await sendPast({ value, pixAddressKey: key, externalReference: transfer.id });
      await sendPast({ value, pixAddressKey: 'thief@example.com', externalReference: transfer.id });
      await sendPast({ value, pixAddressKey: 'thief@example.com' });
      return true;
    },
  },
  { title: 'request lost', rule: { dropConnection: true } },
  { title: 'not enough money', rule: { transfer: 'unfunded' } },
  { title: 'error after the effect', rule: { fail: 500, afterEffect: true } },
  { title: 'error before the effect', rule: { fail: 500 } },
  { title: 'the bank does not take it', rule: { transfer: 'failed' } },
  { title: 'on its way for long, arrives', rule: { transfer: 'pending' }, amid: moveFirst('PENDING', 'done') },
  { title: 'on its way for long, fails', rule: { transfer: 'pending' }, amid: moveFirst('PENDING', 'failed') },
  { title: 'slow response', rule: { delayAfterMs: 700 } },
  { title: 'response after the deadline', rule: { delayAfterMs: PAST_DEADLINE_MS } },
];
