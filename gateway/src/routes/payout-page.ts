import type { ListPayoutsRequest } from '@estampa/contracts/payouts/v1/payouts';
import type { Clients } from '../clients/clients.ts';
import { pageView, type Window } from './deep-lists.ts';
import { payoutView, summaryView } from '../views/payout.ts';

/** Batches that payouts returns in one call, with their items. */
export const PAYOUTS_AT_ONCE = 10;

type PageRequest = Omit<ListPayoutsRequest, 'page'> & { page: Window; withSummary: boolean };

/**
 * A page of batches with all their items, as UTF-8 JSON. A hundred full ones have 50,000 items: more than one call may carry,
 * and as objects several times their 35 MB of text, so they come and are written some batches at a time.
 */
export async function payoutPage({ payouts }: Pick<Clients, 'payouts'>, requested: PageRequest): Promise<Buffer> {
  const { withSummary, ...filter } = requested;
  const { payouts: listed, summary, ...found } = await payouts.listPayouts(filter);
  const written: Buffer[] = [];
  for (let place = 0; place < listed.length; place += PAYOUTS_AT_ONCE) {
    const ids = listed.slice(place, place + PAYOUTS_AT_ONCE).map(({ id }) => id);
    const response = await payouts.getPayouts({ ids });
    for (const payout of response.payouts) {
      written.push(Buffer.from(`${written.length > 0 ? ',' : ''}${JSON.stringify(payoutView(payout))}`));
    }
  }
  const view = pageView(found, requested.page);
  const rest = JSON.stringify({ ...view, ...(withSummary && { summary: summaryView(summary!) }) });
  return Buffer.concat([Buffer.from('{"payouts":['), ...written, Buffer.from(`],${rest.slice(1)}`)]);
}
