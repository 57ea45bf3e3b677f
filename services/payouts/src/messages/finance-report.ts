import type { Figures as FiguresMessage, ReportRow as RowMessage } from '@estampa/contracts/payouts/v1/finance';
import type { AllFields } from '@estampa/kernel/all-fields';
import type { ReportRow } from '../domain/finance-report.ts';
import type { Figures } from '../domain/finance-report.ts';

export const figuresMessage = (figures: Figures): AllFields<FiguresMessage> => figures;

export const reportRowMessage = ({ subject, figures }: ReportRow): AllFields<RowMessage> => ({
  subject,
  figures: figuresMessage(figures),
});
