import type { Context } from '../../context.ts';
import { markChanged } from '../../db/page-changes.ts';
import { moveSalesWindow } from '../../db/sales.ts';
import { HOME } from '../../domain/page-names.ts';
import { recentSince } from '../../domain/sales.ts';

/** Once a day the sales of another day are no more recent. */
export const countRecentSales = ({ em, now }: Pick<Context, 'em' | 'now'>): Promise<void> =>
  em.transactional(async (tx) => {
    if ((await moveSalesWindow(tx, recentSince(now()))) > 0) markChanged(tx, [HOME]);
  });
