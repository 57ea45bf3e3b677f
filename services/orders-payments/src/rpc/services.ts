import { AccountServiceService } from '@estampa/contracts/orders/v1/account';
import { OrderServiceService } from '@estampa/contracts/orders/v1/order';
import { PaymentNoticeServiceService } from '@estampa/contracts/orders/v1/payment_notice';
import { implement } from '@estampa/kit/rpc/server';
import { accounts } from './accounts.ts';
import { orders } from './orders.ts';
import { paymentNotices } from './payment-webhooks.ts';

/** The gRPC services that this process serves. */
export const services = [
  implement(OrderServiceService, orders),
  implement(AccountServiceService, accounts),
  implement(PaymentNoticeServiceService, paymentNotices),
];
