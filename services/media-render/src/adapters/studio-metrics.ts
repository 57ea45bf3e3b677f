import { measuredBy } from '@estampa/kit/telemetry/metrics';
import { decodedBytes, slotBytes, slotBytesMax, slotsWaiting, slotWait } from '../metrics.ts';
import type { Claim, Slots } from './slots.ts';

/** Read when metrics are scraped. */
export function watchSlots(lanes: readonly Slots[], bytesMax: number): void {
  const sum = (of: 'bytes' | 'waiting') => lanes.reduce((all, lane) => all + lane[of], 0);
  slotBytesMax.set(bytesMax);
  measuredBy(slotBytes, () => sum('bytes'));
  measuredBy(slotsWaiting, () => sum('waiting'));
}

export const watchDecoded = (cache: { readonly bytes: number }): void => measuredBy(decodedBytes, () => cache.bytes);

/** Runs in a slot and measures the wait for it. */
export async function inSlot<T>(
  slots: Slots,
  kind: 'preview' | 'render' | 'original',
  claim: Claim,
  run: () => Promise<T>,
): Promise<T> {
  const seconds = slotWait.startTimer({ work: kind });
  let isPermitted = false;
  try {
    return await slots.run(claim, () => {
      isPermitted = true;
      seconds({ outcome: 'admitted' });
      return run();
    });
  } finally {
    if (!isPermitted) seconds({ outcome: 'refused' });
  }
}
