import type { PaymentGateway, PaymentPage } from '../../adapters/payment-gateway.ts';
import type { Context } from '../../context.ts';
import { payments } from '../../db/payment-repository.ts';
import { type NewsPlace, newsSchedule } from '../../domain/news-walk.ts';
import type { PaymentSnapshot } from '../../domain/payment.ts';
import { daysAt, type ReturnsPlace, returnsSchedule } from '../../domain/returns-walk.ts';
import { type StatementsPlace, statementsSchedule } from '../../domain/statements-walk.ts';
import { applySnapshot } from '../payments/apply-snapshot.ts';
import type { ReadPage, Walk } from './reconcile.ts';

const REQUEST_DEADLINE_MS = 10_000;

/** Finds changes without a webhook of payments that no buyer waits for any more, chargebacks above all. */
export const newsWalk: Walk<NewsPlace> = {
  kind: 'news',
  schedule: newsSchedule,
  isNeededFor: () => true,
  async readPage(context, gateway, { since, until, cursor }) {
    const query = { since: new Date(since), until: new Date(until), cursor };
    return applyPage(context, gateway, await gateway.listNews(query, deadline()));
  },
};

/** Finds refunds without a webhook: a dispute that was lost at once, or a refund in the provider's panel. */
export const returnsWalk: Walk<ReturnsPlace> = {
  kind: 'returns',
  schedule: returnsSchedule,
  isNeededFor: ({ listsAllNews }) => !listsAllNews,
  async readPage(context, gateway, place) {
    const query = { ...daysAt(place), cursor: place.cursor };
    return applyPage(context, gateway, await gateway.listReturned(query, deadline()));
  },
};

/**
 * Finds partial refunds, and payments of orders that are over, without a webhook: these are in no list, only in the account's
 * statement.
 */
export const statementsWalk: Walk<StatementsPlace> = {
  kind: 'statements',
  schedule: statementsSchedule,
  isNeededFor: ({ listsAllNews }) => !listsAllNews,
  async readPage(context, gateway, place) {
    const { next, ...moved } = await gateway.listMovements(place, deadline());
    const counts = { requests: 1, news: 0 };
    for (const paymentId of await payments.findUncounted(context.em, gateway.name, moved)) {
      const snapshot = await gateway.getPayment(paymentId, deadline());
      counts.requests += 1;
      counts.news += await applyNews(context, gateway, snapshot ? [snapshot] : []);
    }
    return { ...counts, next };
  },
};

const deadline = (): AbortSignal => AbortSignal.timeout(REQUEST_DEADLINE_MS);

async function applyPage(context: Context, gateway: PaymentGateway, page: PaymentPage): Promise<ReadPage> {
  return { requests: 1, news: await applyNews(context, gateway, page.payments), next: page.next };
}

async function applyNews(context: Context, { name }: PaymentGateway, listed: PaymentSnapshot[]): Promise<number> {
  const news = await payments.findNews(context.em, name, listed);
  for (const snapshot of news) await applySnapshot({ ...context, em: context.em.fork() }, name, snapshot);
  return news.length;
}
