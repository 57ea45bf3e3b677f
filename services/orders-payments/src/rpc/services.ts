import { OrderServiceService, PaymentNoticeServiceService } from '@estampa/contracts/orders/v1/orders';
import { implement } from '@estampa/kit/grpc-server';
import { orders } from './orders.ts';
import { paymentNotices } from './payment-notices.ts';

/** Everything that this service answers. */
export const services = [
  implement(OrderServiceService, orders),
  implement(PaymentNoticeServiceService, paymentNotices),
];
