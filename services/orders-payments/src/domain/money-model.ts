import { NOON } from './ledger-samples.ts';
import { createdCharge, isUnpaid, newCharge, type ProviderCharge, TOTAL } from './money-model-provider.ts';
import { REFUND_STEPS, settleRefundsOf, type Ending } from './money-model-refunds.ts';
import {
  at,
  chargeOf,
  given,
  check,
  checkCancelled,
  nextId,
  SETTINGS,
  type Step,
  notify,
  type World,
} from './money-model-world.ts';
import { newAttempt } from './new-attempt.ts';
import { type ChargedPayment, isAtProvider, isUnfinished, nextTask, type Task } from './payment.ts';
import { isUnderWay } from './refund.ts';
import { simulatedPayment } from './simulated-payment.ts';
import { nextAttempt } from './stray-charge.ts';
import { requestCancel, takeCharge } from './take-charge.ts';
import { takeSnapshot } from './take-snapshot.ts';

/** Pages that buyers can pay at: they get the link once the response to its creation has arrived. */
export const openPages = ({ pages, ledger }: World) =>
  pages.filter(({ id, isClosed }) => !isClosed && ledger.payments.some(({ preferenceId }) => preferenceId === id));
const isPayable = ({ ledger }: World): boolean => ['pending', 'rejected'].includes(ledger.order.paymentStatus);

/** Every possible step of people, providers, networks and crashes. A rejected request changes nothing. */
export const STEPS: Readonly<Record<string, Step>> = {
  chargeIsMade(world, pick) {
    const payment = at(world.ledger.payments.filter(isUnfinished), pick);
    if (!payment) return;
    const { id: paymentId, reference } = payment;
    // All charges are of one provider, which the first one selects.
    const isPage = world.pages.length > 0 || (world.charges.length === 0 && pick % 2 === 0);
    if (isPage) {
      const page = { id: nextId(world, 'page'), reference, isClosed: false };
      world.pages.push(page);
      world.responses.push({ paymentId, charge: createdCharge(page.id, null) });
      return;
    }
    const charge = newCharge(nextId(world, 'c'), reference);
    world.charges.push(charge);
    world.responses.push({ paymentId, charge: createdCharge(charge.id, charge.id) });
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
    // If the webhook came first, the payment has its charge already.
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
    // A webhook only causes a check: the provider's present state is applied.
    if (webhook) check(world, chargeOf(world, webhook.paymentId));
  },
  /** A request that began long before it ends: states read since then are newer. */
  oldCheckEnds(world, pick) {
    const webhook = at(world.webhooks, pick);
    if (webhook) takeSnapshot(world.ledger, webhook, given(world));
  },
  /** A person restores a removed charge in the provider's panel. */
  chargeIsRestored(world, pick) {
    const charge = at(
      world.charges.filter((one) => one.page === null && one.removed),
      pick,
    );
    if (!charge) return;
    charge.removed = false;
    notify(world, charge);
  },
  /** A try that nobody completes in time. */
  tryExpires(world, pick) {
    const tries = world.charges.filter((one) => one.page !== null && isUnpaid(one));
    const charge = at(tries, pick);
    if (!charge) return;
    charge.removed = true;
    notify(world, charge);
  },
  /** A person removes a charge there. */
  chargeIsRemoved(world, pick) {
    const charge = at(
      world.charges.filter((one) => one.page === null && isUnpaid(one)),
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
    // The provider's search lags behind sometimes, and shows no other tries at the page then.
    const charges = closed(world, payment).filter(({ id }) => pick % 2 === 0 || id === payment.providerPaymentId);
    for (const charge of charges.filter(isUnpaid)) charge.removed = true;
    if (world.pages.length > 0) payment.closedAt = NOON;
    const own = charges.find(({ id }) => id === payment.providerPaymentId);
    if (!own) Object.assign(payment, { status: 'cancelled', dueAt: null });
    else if (own.paidCents === 0) checkCancelled(world, own);
    for (const charge of charges.filter(({ paidCents }) => paidCents > 0)) check(world, charge);
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

/** What the background job does at once. */
export const urgentTasks = ({ ledger }: World): Extract<Task, { payment: ChargedPayment }>[] =>
  ledger.payments
    .flatMap((one) => nextTask(one, ledger.order) ?? [])
    .filter((task) => task.kind === 'cancel_charge' || task.kind === 'close_charge');
const toBeCancelled = (world: World) =>
  urgentTasks(world).flatMap((task) => (task.kind === 'cancel_charge' ? task.payment : []));
const toBeClosed = (world: World) =>
  urgentTasks(world).flatMap((task) => (task.kind === 'close_charge' ? task.payment : []));

/** Closes the page of a payment to new tries; returns those that have begun. */
function closed({ pages, charges }: World, { preferenceId, providerPaymentId }: ChargedPayment): ProviderCharge[] {
  for (const page of pages) if (page.id === preferenceId) page.isClosed = true;
  return charges.filter(({ id, page }) => id === providerPaymentId || page === preferenceId);
}

/** The final result of the background jobs if all pending refunds end in the same way. */
export function settleAll(world: World, ending: Ending): void {
  for (let round = 0; round < 30; round += 1) {
    while (world.responses.length > 0) STEPS.responseArrives!(world, 0);
    for (const charge of world.charges) check(world, charge);
    for (let left = urgentTasks(world).length; left > 0; left -= 1) {
      STEPS.jobCancels!(world, 0);
      STEPS.jobCloses!(world, 0);
    }
    settleRefundsOf(world, ending);
    if (round > 1 && !world.ledger.refunds.some(isUnderWay)) return;
  }
}
