import { DomainError, type FieldError } from '@estampa/kernel/errors';
import { field, invalidFields } from './checkout-rules.ts';
import type { OrderItem } from './order.ts';
import type { PaymentAccount } from './payment-account.ts';
import type { Refund, RefundLine } from './refund.ts';

const sum = (lines: readonly RefundLine[]): number => lines.reduce((cents, { amountCents }) => cents + amountCents, 0);

type Refunded = Pick<Refund, 'lines' | 'status'>;
const linesOf = (refunds: readonly Refunded[]): RefundLine[] => refunds.flatMap(({ lines }) => lines ?? []);
const ofItem = (lines: readonly RefundLine[], itemId: string): number =>
  sum(lines.filter((line) => line.type === 'item' && line.orderItemId === itemId));

/** What the buyer paid for an item. */
export const paidFor = ({
  lineTotalCents,
  discountCents,
}: Pick<OrderItem, 'lineTotalCents' | 'discountCents'>): number => lineTotalCents - discountCents;

/** The sum of a refund's lines. No item is refunded above what was paid for it, over all refunds that are not rejected. */
export function amountOfLines(
  lines: readonly RefundLine[],
  requested: number | null,
  { items, account }: { items: readonly OrderItem[]; account: PaymentAccount },
): number {
  const positive = lines.flatMap(({ amountCents }, index) =>
    amountCents > 0 ? [] : field(`lines[${index}].amountCents`, 'too_small', 'must be at least 1'),
  );
  const unknown = lines.flatMap((line, index) =>
    line.type === 'item' && !items.some(({ id }) => id === line.orderItemId)
      ? field(`lines[${index}].orderItemId`, 'unknown_reference', 'names no item of this order')
      : [],
  );
  if (unknown.length > 0) throw unknownReference(unknown);
  const before = linesOf(account.refunds.filter(({ status }) => status !== 'failed'));
  const tooMuch = items.flatMap(({ id, ...item }) => {
    const left = Math.max(paidFor(item) - ofItem(before, id), 0);
    if (ofItem(lines, id) <= left) return [];
    const index = lines.findLastIndex((line) => line.type === 'item' && line.orderItemId === id);
    return field(`lines[${index}].amountCents`, 'too_big', `at most ${left} cents of this item can still be refunded`);
  });
  const total = sum(lines);
  const isOff = requested !== null && requested !== total;
  const off = isOff ? [field('amountCents', 'not_the_sum', `must be the sum of the lines, which is ${total}`)] : [];
  const wrong = [...positive, ...tooMuch, ...off];
  if (wrong.length > 0) throw invalidFields(wrong);
  return total;
}

const unknownReference = (fields: FieldError[]): DomainError =>
  new DomainError('invalid', 'unknown_reference', `${fields[0]!.path} ${fields[0]!.message}`, { fields });

/** What was refunded, in the parts that the services which share an order's money need. */
export type GivenBack = {
  /** Refunds without lines: they lower all items in proportion. */
  spreadCents: number;
  ofItem: (itemId: string) => number;
};

/** The parts of refunds that are done, up to what the order shows as refunded. */
export function givenBack(account: PaymentAccount, totalRefundedCents: number): GivenBack {
  const lines = linesOf(account.settled);
  return {
    spreadCents: Math.max(totalRefundedCents - sum(lines), 0),
    ofItem: (itemId) => ofItem(lines, itemId),
  };
}
