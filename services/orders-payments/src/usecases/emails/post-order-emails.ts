import type { Context } from '../../context.ts';
import { milestones } from '../../db/milestone-repository.ts';
import { orders } from '../../db/order-repository.ts';
import type { MilestoneRow } from '../../db/tables/order-milestone.ts';
import { backoffMs } from '../../domain/schedule.ts';
import { orderEmailMessage } from '../../messages/order-email.ts';

const AT_ONCE = 20;
/** Longer than a call lasts. */
const LEASE_MS = 20_000;
/** Later it would be no news; identity gives up as late. */
const NEWS_FOR_MS = 7 * 24 * 60 * 60_000;

/** Hands what buyers are told to identity, which sends it: at least once, and identity knows what it has. */
export async function postOrderEmails(context: Context, signal: AbortSignal): Promise<void> {
  for (let goesOn = true; goesOn && !signal.aborted;) {
    const now = context.now();
    const due = await milestones.claimDue(context.em, now, new Date(now.getTime() + LEASE_MS), AT_ONCE);
    const posted = await Promise.all(due.map((milestone) => post({ ...context, em: context.em.fork() }, milestone)));
    goesOn = due.length === AT_ONCE && posted.every((isPosted) => isPosted);
  }
}

async function post(context: Context, milestone: MilestoneRow): Promise<boolean> {
  const { em, now, log, peers } = context;
  try {
    const found = await orders.find(em, milestone.orderId);
    const email = found && orderEmailMessage(context, found, milestone);
    if (email && now().getTime() - milestone.reachedAt.getTime() < NEWS_FOR_MS)
      await peers.orderEmails.postOrderEmail(email);
    await milestones.saveDue(em, milestone, null);
    return true;
  } catch (error) {
    log.warn(
      { err: error, orderId: milestone.orderId, kind: milestone.kind },
      'an e-mail about an order was not handed over',
    );
    await milestones.saveDue(em, milestone, new Date(now().getTime() + backoffMs(milestone.emailTries)));
    return false;
  }
}
