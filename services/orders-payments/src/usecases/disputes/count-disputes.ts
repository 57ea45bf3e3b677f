import { saoPauloDay } from '@estampa/kernel/days';
import type { Context } from '../../context.ts';
import { disputes } from '../../db/dispute-repository.ts';
import { DUES, dueOf } from '../../domain/dispute.ts';
import { disputesToRespond } from '../../metrics.ts';

/** Updates the gauge for alerts: what nobody has responded to. */
export async function countDisputes({ em, now }: Context): Promise<void> {
  const today = saoPauloDay(now());
  const days = await disputes.countByDay(em);
  for (const due of DUES) {
    const counts = days.filter(({ respondBy }) => dueOf(respondBy, today) === due).map(({ count }) => count);
    disputesToRespond.set(
      { due },
      counts.reduce((sum, count) => sum + count, 0),
    );
  }
}
