import { DELETED_USER, erasedEmail } from '@estampa/kernel/deleted-user';
import { DomainError, type FieldError } from '@estampa/kernel/errors';
import type { UserRole } from './account.ts';

/** What of an account is not over, as those say who carry it out: numbers of orders, sales and payouts, and amounts. */
export type OpenMatters = {
  unpaidOrders: number;
  ordersUnderWay: number;
  ordersRefunding: number;
  sales: number;
  heldCents: number;
  releasableCents: number;
  pendingPayouts: number;
};

type Obstacle = { path: string; code: string; message: (amount: number) => string };

const many = (amount: number, one: string, more: string): string => (amount === 1 ? `1 ${one}` : `${amount} ${more}`);

/** While money or goods are on their way, the account they belong to must exist. */
const OBSTACLES: Readonly<Record<keyof OpenMatters, Obstacle>> = {
  unpaidOrders: {
    path: 'orders',
    code: 'orders_unpaid',
    message: (orders) => `${many(orders, 'order is', 'orders are')} not paid: pay, or wait until they are cancelled`,
  },
  ordersUnderWay: {
    path: 'orders',
    code: 'orders_under_way',
    message: (orders) => `${many(orders, 'order is', 'orders are')} paid and not delivered, or in dispute`,
  },
  ordersRefunding: {
    path: 'refunds',
    code: 'refunds_pending',
    message: (orders) => `money of ${many(orders, 'order is', 'orders is')} on its way back`,
  },
  sales: {
    path: 'sales',
    code: 'sales_under_way',
    message: (orders) => `${many(orders, 'order', 'orders')} with products of the store are not paid or not delivered`,
  },
  heldCents: {
    path: 'earnings',
    code: 'earnings_unpaid',
    message: (cents) => `${cents} cents of earnings wait for deliveries`,
  },
  releasableCents: {
    path: 'earnings',
    code: 'earnings_unpaid',
    message: (cents) => `${cents} cents of earnings are to be paid out`,
  },
  pendingPayouts: {
    path: 'payouts',
    code: 'payouts_pending',
    message: (payouts) => `${many(payouts, 'payout is', 'payouts are')} under way`,
  },
};

/** What prevents an account from being deleted, in the order above. */
export const obstaclesIn = (open: OpenMatters): FieldError[] =>
  (Object.keys(OBSTACLES) as (keyof OpenMatters)[])
    .filter((matter) => open[matter] > 0)
    .map((matter) => {
      const { path, code, message } = OBSTACLES[matter];
      return { path, code, message: message(open[matter]) };
    });

/** At least one admin has to be left. */
export const LAST_ADMIN: FieldError = {
  path: 'roles',
  code: 'last_admin',
  message: 'no other admin is active: make another one first',
};

export const accountInUse = (obstacles: readonly FieldError[]): DomainError =>
  new DomainError(
    'conflict',
    'account_in_use',
    `The account cannot be deleted yet: ${obstacles.map(({ message }) => message).join('; ')}`,
    { fields: obstacles },
  );

/** Longer than an upgrade takes: until its end a replica of release 0.1.0 may consume a deletion, of which it knows nothing. */
const PUBLISHED_AGAIN_AFTER_MS = 24 * 60 * 60_000;

/** What replaces all that identified the owner; when the deletion is published again. `mark` is random, so that the address cannot be registered first. */
export const erasedAccount = (mark: string, now: Date) => ({
  email: erasedEmail(mark),
  emailVerifiedAt: null,
  name: DELETED_USER,
  roles: ['customer'] as UserRole[],
  passwordHash: null,
  devicesKnownFrom: null,
  documentType: null,
  documentNumber: null,
  whatsapp: null,
  eraseAt: new Date(now.getTime() + PUBLISHED_AGAIN_AFTER_MS),
  deletedAt: now,
});
