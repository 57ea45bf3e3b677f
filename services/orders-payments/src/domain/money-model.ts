import { NOON } from './ledger-samples.ts';
import { chargeShown, isUnpaid, newCharge, type ProviderCharge, TOTAL } from './money-model-provider.ts';
import { REFUND_STEPS, settleRefundsOf, type Ending } from './money-model-refunds.ts';
import {
  at,
  chargeOf,
  given,
  check,
  nextId,
  SETTINGS,
  type Step,
  notify,
  took,
  type World,
} from './money-model-world.ts';
import { newAttempt } from './new-attempt.ts';
import { type ChargedPayment, isAtProvider, isUnfinished, nextTask, type Task } from './payment.ts';
import { isUnderWay } from './refund.ts';
import { simulatedPayment } from './simulated-payment.ts';
import { nextAttempt } from './stray-charge.ts';
import { requestCancel, takeCharge } from './take-charge.ts';
import { takeSnapshot } from './take-snapshot.ts';

/** Where people can pay: they are sent there when the answer of who made it has come. */
export const openPages = ({ pages, ledger }: World) =>
  pages.filter(({ id, isClosed }) => !isClosed && ledger.payments.some(({ preferenceId }) => preferenceId === id));
const isPayable = ({ ledger }: World): boolean => ['pending', 'rejected'].includes(ledger.order.paymentStatus);

/** Everything that can happen, by people, providers, networks and crashes. A request that is rejected changes nothing. */
export const STEPS: Readonly<Record<string, Step>> = {
  chargeIsMade(world, pick) {
    const payment = at(world.ledger.payments.filter(isUnfinished), pick);
    if (!payment) return;
    const { id: paymentId, reference } = payment;
    if (pick % 3 === 0) {
      const page = { id: nextId(world, 'page'), reference, isClosed: false };
      world.pages.push(page);
      world.responses.push({ paymentId, charge: chargeShown(page.id, null) });
      return;
    }
    const charge = newCharge(nextId(world, 'c'), reference);
    world.charges.push(charge);
    world.responses.push({ paymentId, charge: chargeShown(charge.id, charge.id) });
    notify(world, charge);
  },
  buyerTriesAtPage(world, pick) {
    const page = at(openPages(world), pick);
    if (!page) return;
    const charge = newCharge(nextId(world, 'c'), page.reference, page.id);
    world.charges.push(charge);
    notify(world, charge);
  },
  responseArrives(world, pick) {
    const response = at(world.responses, pick);
    if (!response) return;
    world.responses.splice(world.responses.indexOf(response), 1);
    const payment = world.ledger.payments.find(({ id }) => id === response.paymentId)!;
    // One whose response comes second is found by its webhook.
    if (payment.preferenceId === null) takeCharge({ ...world.ledger, payment, now: NOON }, response.charge);
  },
  responseIsLost: (world, pick) => void world.responses.splice(pick % Math.max(world.responses.length, 1), 1),
  buyerPays(world, pick) {
    const charge = at(world.charges.filter(isUnpaid), pick);
    if (!charge) return;
    charge.paidCents = pick % 7 === 0 ? TOTAL - 1 : pick % 11 === 0 ? TOTAL + 2_520 : TOTAL;
    charge.needsPayer = charge.page === null && pick % 5 === 0;
    charge.isAnonymous = !charge.needsPayer && pick % 2 === 0;
    notify(world, charge);
  },
  buyerIsDeclined(world, pick) {
    const charge = at(world.charges.filter(isUnpaid), pick);
    if (!charge) return;
    charge.declined = true;
    notify(world, charge);
  },
  buyerDisputes(world, pick) {
    const paid = world.charges.filter((one) => one.paidCents > 0);
    const charge = at(paid, pick);
    if (!charge) return;
    charge.disputed = !charge.disputed;
    notify(world, charge);
  },
  webhookIsReceived(world, pick) {
    const webhook = at(world.webhooks, pick);
    // Webhooks are not believed: the provider is asked what is true now.
    if (webhook) check(world, chargeOf(world, webhook.paymentId));
  },
  /** A look that began long before it ends: whatever was seen since is newer. */
  oldCheckEnds(world, pick) {
    const webhook = at(world.webhooks, pick);
    if (webhook) took(world, takeSnapshot(world.ledger, webhook, given(world)));
  },
  /** A try that nobody completes in time. */
  tryExpires(world, pick) {
    const charge = at(
      world.charges.filter((one) => one.page !== null && isUnpaid(one)),
      pick,
    );
    if (!charge) return;
    charge.removed = true;
    notify(world, charge);
  },
  webhookIsLost: (world, pick) => void world.webhooks.splice(pick % Math.max(world.webhooks.length, 1), 1),
  pay(world) {
    const { order, payments } = world.ledger;
    if (!isPayable(world) || payments.some(isUnfinished)) return;
    payments.push(newAttempt(SETTINGS, order, { id: nextId(world, 'p'), attempt: nextAttempt(payments) }));
  },
  devPay(world) {
    const { order, payments } = world.ledger;
    if (!isPayable(world)) return;
    const attempt = { id: nextId(world, 'p'), attempt: nextAttempt(payments), now: NOON };
    const payment = simulatedPayment(order, attempt);
    for (const other of payments) requestCancel(other, NOON);
    payments.push(payment);
    Object.assign(order, { paymentStatus: 'approved', paidAt: NOON, currentPaymentId: payment.id });
  },
  ...REFUND_STEPS,
  jobCancels(world, pick) {
    const payment = at(toBeCancelled(world), pick);
    if (!payment) return;
    const charges = closed(world, payment);
    for (const charge of charges) {
      if (charge.paidCents === 0) charge.removed = true;
      check(world, charge);
    }
    if (payment.providerPaymentId === null) Object.assign(payment, { status: 'cancelled', dueAt: null });
  },
  jobCloses(world, pick) {
    const payment = at(toBeClosed(world), pick);
    if (!payment) return;
    closed(world, payment);
    payment.closedAt = NOON;
  },
  jobChecks(world, pick) {
    const payment = at(world.ledger.payments.filter(isAtProvider), pick);
    if (payment) check(world, chargeOf(world, payment.providerPaymentId));
  },
};

const tasksOf = ({ ledger }: World): Task[] => ledger.payments.flatMap((one) => nextTask(one, ledger.order) ?? []);
const toBeCancelled = (world: World) =>
  tasksOf(world).flatMap((task) => (task.kind === 'cancel_charge' ? task.payment : []));
const toBeClosed = (world: World) =>
  tasksOf(world).flatMap((task) => (task.kind === 'close_charge' ? task.payment : []));

/** Nobody new can pay there then; what may have been paid of it. */
function closed({ pages, charges }: World, { preferenceId, providerPaymentId }: ChargedPayment): ProviderCharge[] {
  for (const page of pages) if (page.id === preferenceId) page.isClosed = true;
  return charges.filter(({ id, page }) => id === providerPaymentId || page === preferenceId);
}

/** What the work of the background brings in the end, when all that is under way ends in one way. */
export function settleAll(world: World, ending: Ending): void {
  for (let round = 0; round < 30; round += 1) {
    while (world.responses.length > 0) STEPS.responseArrives!(world, 0);
    for (const charge of world.charges) check(world, charge);
    for (const [index] of toBeCancelled(world).entries()) STEPS.jobCancels!(world, index);
    for (const [index] of toBeClosed(world).entries()) STEPS.jobCloses!(world, index);
    settleRefundsOf(world, ending);
    if (round > 1 && !world.ledger.refunds.some(isUnderWay)) return;
  }
}
