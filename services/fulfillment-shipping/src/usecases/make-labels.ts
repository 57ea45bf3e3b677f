import { newId } from '@estampa/kernel/ids';
import type { Context } from '../context.ts';
import { LabelImpossible } from '../domain/label-request.ts';
import { ProviderError } from '../domain/shipping-aggregator.ts';
import { beginStep, type Claim, type Failure, failStep, finishStep } from './label-steps.ts';
import { performLabelStep } from './perform-label-step.ts';

const LABELS_AT_ONCE = 4;

/** Makes some of the labels that are due; when there were any, there may be more. */
export async function makeLabels(context: Context): Promise<void> {
  const claim = newId();
  const now = context.now();
  const leaseEnd = new Date(now.getTime() + context.labels.leaseMs);
  const due = await context.em.execute<{ id: string }[]>(CLAIM_DUE, [claim, leaseEnd, now, now, LABELS_AT_ONCE]);
  await Promise.all(due.map(({ id }) => makeLabel({ ...context, em: context.em.fork() }, { id, claim })));
  if (due.length > 0) context.wake('labels');
}

/** A claim runs out by itself, so the work of a process that died goes on elsewhere. */
const CLAIM_DUE = `
  update shipment set claim = ?, claimed_until = ?
  where id in (
    select id from shipment
    where next_attempt_at <= ? and (claimed_until is null or claimed_until <= ?)
    order by next_attempt_at limit ? for update skip locked)
  returning id`;

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

/** Buyers see the reason, so it says nothing that somebody else's software wrote. An outage is no refusal, however long. */
function failureOf(error: unknown): Failure {
  if (error instanceof LabelImpossible) return { reason: error.message, isRefused: true, retryAfterMs: 0 };
  if (!(error instanceof ProviderError))
    return { reason: 'The label could not be made', isRefused: false, retryAfterMs: 0 };
  return { reason: error.message, isRefused: error.kind === 'rejected', retryAfterMs: error.retryAfterMs };
}
