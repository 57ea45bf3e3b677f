import type { FinanceServiceService } from '@estampa/contracts/payouts/v1/finance';
import { command } from '@estampa/kit/rpc/command';
import type { Handlers } from '@estampa/kit/rpc/server';
import type { Context } from '../context.ts';
import type { Grain } from '../db/ledger-sum-repository.ts';
import { periodMessage } from '../messages/finance-period.ts';
import { figuresMessage, reportRowMessage } from '../messages/finance-report.ts';
import { closePeriod } from '../usecases/finance/close-period.ts';
import { exportReport } from '../usecases/finance/export-report.ts';
import { getReport } from '../usecases/finance/get-report.ts';
import { listPeriods } from '../usecases/finance/list-periods.ts';

export const finance: Handlers<typeof FinanceServiceService, Context> = {
  closePeriod: command(
    (context, { month }) => closePeriod(context, month),
    (closed) => ({ period: periodMessage({ ...closed, closed }) }),
  ),

  async listPeriods(context, { page }) {
    const { periods, total } = await listPeriods(context, page);
    return { periods: periods.map(periodMessage), total };
  },

  async getReport(context, { by, ...request }) {
    const { rows, total, nextCursor } = await getReport(context, { ...request, by: by as Grain });
    return { rows: rows.map(reportRowMessage), total: figuresMessage(total), nextCursor };
  },

  exportReport: {
    async *parts(context, { by, ...request }) {
      for await (const { rows, cursor } of exportReport(context, { ...request, by: by as Grain }))
        yield { rows: rows.map(reportRowMessage), cursor: cursor ?? undefined };
    },
  },
};
