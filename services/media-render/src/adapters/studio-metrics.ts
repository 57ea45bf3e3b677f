import { measuredBy } from '@estampa/kit/metrics';
import { decodedBytes, slotBytes, slotBytesMax, slotsWaiting, slotWait } from '../metrics.ts';
import type { ByteCache } from './byte-cache.ts';
import type { Claim, Slots } from './slots.ts';

/** Looked at when metrics are asked for. */
export function watchSlots(slots: Slots, bytesMax: number): void {
  slotBytesMax.set(bytesMax);
  measuredBy(slotBytes, () => slots.bytes);
  measuredBy(slotsWaiting, () => slots.waiting);
}

export const watchDecoded = <T>(cache: ByteCache<T>): void => measuredBy(decodedBytes, () => cache.bytes);

/** Work in a slot, with the wait for it counted. */
export async function inSlot<T>(
  slots: Slots,
  work: 'preview' | 'render' | 'original',
  claim: Claim,
  run: (dueAt: number) => Promise<T>,
): Promise<T> {
  const seconds = slotWait.startTimer({ work });
  let isAdmitted = false;
  try {
    return await slots.run(claim, (dueAt) => {
      isAdmitted = true;
      seconds({ outcome: 'admitted' });
      return run(dueAt);
    });
  } finally {
    if (!isAdmitted) seconds({ outcome: 'refused' });
  }
}
