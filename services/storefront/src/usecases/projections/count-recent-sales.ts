import type { Context } from '../../context.ts';
import { pageChanges } from '../../db/page-change-repository.ts';
import { sales } from '../../db/sale-repository.ts';
import { HOME } from '../../domain/page-names.ts';
import { recentSince } from '../../domain/sales.ts';

/** Each day another day's sales stop being recent. */
export const countRecentSales = ({ em, now }: Pick<Context, 'em' | 'now'>): Promise<void> =>
  em.transactional(async (tx) => {
    if ((await sales.moveWindow(tx, recentSince(now()))) > 0) pageChanges.insert(tx, [HOME]);
  });
