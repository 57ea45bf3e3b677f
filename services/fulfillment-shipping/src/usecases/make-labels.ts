import { newId } from '@estampa/kernel/ids';
import type { Context } from '../context.ts';
import { type Claim, shipments } from '../db/shipment-repository.ts';
import { LabelImpossible } from '../domain/label-request.ts';
import { ProviderError } from '../domain/shipping-aggregator.ts';
import { beginStep, type Failure, failStep, finishStep } from './label-steps.ts';
import { performLabelStep } from './perform-label-step.ts';

const LABELS_AT_ONCE = 4;

/** Makes some of the labels that are due; when there were any, there may be more. */
export async function makeLabels(context: Context): Promise<void> {
  const claim = newId();
  const now = context.now();
  const until = new Date(now.getTime() + context.labels.leaseMs);
  const due = await shipments.claimLabels(context.em, { claim, now, until, limit: LABELS_AT_ONCE });
  await Promise.all(due.map(({ id }) => makeLabel({ ...context, em: context.em.fork() }, { id, claim })));
  if (due.length > 0) context.wake('labels');
}

/** Goes on from wherever it got to; each step is stored before the next begins. */
async function makeLabel(context: Context, claim: Claim): Promise<void> {
  let step = await beginStep(context, claim);
  while (step) {
    try {
      await finishStep(context, claim, step.name, await performLabelStep(context, step));
    } catch (error) {
      context.log.warn({ err: error, shipmentId: claim.id, step: step.name }, 'label step failed');
      await failStep(context, claim, failureOf(error));
      return;
    }
    step = await beginStep(context, claim);
  }
}

/** Buyers see the reason, so it contains nothing that other software wrote. An outage or an empty account is no rejection, however long. */
function failureOf(error: unknown): Failure {
  const failure = { isRejected: false, lacksBalance: false, retryAfterMs: 0 };
  if (error instanceof LabelImpossible) return { ...failure, reason: error.message, isRejected: true };
  if (!(error instanceof ProviderError)) return { ...failure, reason: 'The label could not be made' };
  const { message: reason, kind, retryAfterMs } = error;
  return { reason, isRejected: kind === 'rejected', lacksBalance: kind === 'no_balance', retryAfterMs };
}
