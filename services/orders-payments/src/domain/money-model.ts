import { NOON } from './ledger-samples.ts';
import { newCharge, shown, TOTAL } from './money-model-provider.ts';
import { REFUND_STEPS, settleRefundsOf, type Ending } from './money-model-refunds.ts';
import { at, chargeOf, given, check, nextId, SETTINGS, type Step, notify, type World } from './money-model-world.ts';
import { newAttempt } from './new-attempt.ts';
import { isAtProvider, isOpen, isUnfinished } from './payment.ts';
import { isUnderWay } from './refund.ts';
import { simulatedPayment } from './simulated-payment.ts';
import { nextAttempt } from './stray-charge.ts';
import { requestCancel, takeCharge } from './take-charge.ts';
import { takeSnapshot } from './take-snapshot.ts';

const isUnpaid = (world: World) => world.charges.filter((one) => !one.removed && one.paidCents === 0);
const isPayable = ({ ledger }: World): boolean => ['pending', 'rejected'].includes(ledger.order.paymentStatus);

/** Every possible step of people, providers, networks and crashes. A rejected request changes nothing. */
export const STEPS: Readonly<Record<string, Step>> = {
  chargeIsMade(world, pick) {
    const payment = at(world.ledger.payments.filter(isUnfinished), pick);
    if (!payment) return;
    const charge = newCharge(nextId(world, 'c'), payment.reference);
    world.charges.push(charge);
    world.responses.push({ paymentId: payment.id, chargeId: charge.id });
    notify(world, charge);
  },
  responseArrives(world, pick) {
    const response = at(world.responses, pick);
    if (!response) return;
    world.responses.splice(world.responses.indexOf(response), 1);
    const { charge } = shown(chargeOf(world, response.chargeId), NOON);
    const payment = world.ledger.payments.find(({ id }) => id === response.paymentId)!;
    // If the webhook came first, the payment has its charge already.
    if (payment.preferenceId === null) takeCharge({ ...world.ledger, payment, now: NOON }, charge!);
  },
  responseIsLost: (world, pick) => void world.responses.splice(pick % Math.max(world.responses.length, 1), 1),
  buyerPays(world, pick) {
    const charge = at(isUnpaid(world), pick);
    if (!charge) return;
    charge.paidCents = pick % 7 === 0 ? TOTAL - 1 : pick % 11 === 0 ? TOTAL + 2_520 : TOTAL;
    charge.needsPayer = pick % 5 === 0;
    charge.isAnonymous = !charge.needsPayer && pick % 2 === 0;
    notify(world, charge);
  },
  buyerIsDeclined(world, pick) {
    const charge = at(isUnpaid(world), pick);
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
    const charge = chargeOf(world, payment.providerPaymentId);
    if (charge.paidCents === 0) charge.removed = true;
    check(world, charge);
  },
  jobChecks(world, pick) {
    const payment = at(world.ledger.payments.filter(isAtProvider), pick);
    if (payment) check(world, chargeOf(world, payment.providerPaymentId));
  },
};

const toBeCancelled = ({ ledger }: World) =>
  ledger.payments.filter(isAtProvider).filter((one) => one.cancelRequestedAt && isOpen(one));

/** The final result of the background jobs if all pending refunds end in the same way. */
export function settleAll(world: World, ending: Ending): void {
  for (let round = 0; round < 30; round += 1) {
    while (world.responses.length > 0) STEPS.responseArrives!(world, 0);
    for (const charge of world.charges) check(world, charge);
    while (toBeCancelled(world).length > 0) STEPS.jobCancels!(world, 0);
    settleRefundsOf(world, ending);
    if (round > 1 && !world.ledger.refunds.some(isUnderWay)) return;
  }
}
