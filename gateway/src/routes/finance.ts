import { daysBefore } from '@estampa/kernel/days';
import type { StreamOptions } from '@estampa/kit/rpc/client';
import { z } from 'zod';
import {
  FiguresJson,
  figuresView,
  ReportBy,
  reportColumns,
  ReportRowJson,
  reportRowView,
} from '../views/finance-report.ts';
import { monthOfYear, PeriodJson, periodView } from '../views/finance-period.ts';
import { deepPageQuery } from './deep-lists.ts';
import { EXPORT, exportReply } from './export-reply.ts';
import { day } from './order-period.ts';
import { route } from './route.ts';
import { failing, listOf, pageQuery } from './schemas.ts';

/** A quarter. */
const DAYS_MAX = 92;
/** Of one admin: one by seller over a quarter reads some ten thousand sums. */
const REPORTS_PER_MINUTE = 60;

const ReportQuery = z
  .object({
    by: ReportBy.describe('What rows are: business days, sellers or product types'),
    from: day.describe('The first day in São Paulo, YYYY-MM-DD'),
    to: day.describe(`The last day, at most ${DAYS_MAX} days with the first`),
    format: z
      .enum(['json', 'csv'])
      .default('json')
      .describe('csv: a file with all rows, with a column for each account')
      .meta({ id: 'FinanceReportFormat' }),
    cursor: deepPageQuery.cursor,
    limit: pageQuery.limit.describe('Sellers on a page; days and types are on one page'),
  })
  .refine(({ from, to }) => from <= to, { path: ['to'], ...failing('before_start', 'must not be before `from`') })
  .refine(({ from, to }) => from > daysBefore(to, DAYS_MAX), {
    path: ['to'],
    ...failing('too_long', `takes at most ${DAYS_MAX} days`),
  });

export const financeRoutes = [
  route({
    name: 'getFinanceReport',
    method: 'get',
    path: '/finance/reports',
    auth: 'admin',
    summary: 'Sales, refunds, fees, and what artists earned and were paid, by day, seller or product type',
    description:
      'From what was posted to the ledger, by the day of its posting in São Paulo: the rows come to the difference of the trial balances before and after these days. ' +
      'With `format=csv` a file with all rows, amounts in cents and the change of each account. What was sold before product types were recorded is in a row without one. ' +
      'Of the last minute, transfers that were under way may still be added.',
    query: ReportQuery,
    limit: { perMinute: REPORTS_PER_MINUTE },
    produces: ['text/csv'],
    responseHeaders: EXPORT.responseHeaders,
    errors: { 503: ['sums_behind'] },
    response: z.object({
      rows: z.array(ReportRowJson).describe('In the order of days, seller ids or names'),
      total: FiguresJson.describe('Of all rows, also those of other pages'),
      nextCursor: z.string().nullable().describe('The `cursor` of the next page of sellers; null when there is none'),
    }),
    async handle({ query: { by, from, to, format, cursor, limit }, caller, clients, exports }) {
      const view = reportRowView(by);
      if (format === 'csv')
        return exportReply(exports, caller, {
          name: `finance-${by}-${from}-${to}`,
          format,
          async *call(continued: string | undefined, options: StreamOptions) {
            const parts = clients.finance.exportReport({ by, from, to, cursor: continued }, options);
            for await (const part of parts) yield { rows: part.rows, cursor: part.cursor };
          },
          view,
          columns: reportColumns(by),
        });
      const { rows, total, nextCursor } = await clients.finance.getReport({ by, from, to, limit, cursor });
      return { rows: rows.map(view), total: figuresView(total!), nextCursor: nextCursor ?? null };
    },
  }),

  route({
    name: 'listFinancePeriods',
    method: 'get',
    path: '/finance/periods',
    auth: 'admin',
    summary: 'Months since the first posting, the last one first, with what closed ones say for good',
    query: z.object(pageQuery),
    response: listOf('periods', PeriodJson),
    async handle({ query: page, clients }) {
      const { periods, total } = await clients.finance.listPeriods({ page });
      return { periods: periods.map(periodView), total, ...page };
    },
  }),

  route({
    name: 'closeFinancePeriod',
    method: 'post',
    path: '/finance/periods/{month}/close',
    auth: 'admin',
    summary: 'Close a month: its figures stay as they are',
    description:
      'Nothing is posted into it any more: what comes later is posted into the month that is open, with the time at which it happened. A month is closed once it is over, after those before it. Repeated, it responds with what there is.',
    params: z.object({ month: monthOfYear }),
    errors: { 400: ['period_not_over', 'earlier_period_open', 'wrong_state'], 503: ['sums_behind'] },
    response: PeriodJson,
    async handle({ params, clients }) {
      return periodView((await clients.finance.closePeriod(params)).period!);
    },
  }),
];
