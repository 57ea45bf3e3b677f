import { AccountServiceService } from '@estampa/contracts/orders/v1/account';
import { CouponServiceService } from '@estampa/contracts/orders/v1/coupon';
import { MovementServiceService } from '@estampa/contracts/orders/v1/movement';
import { OrderServiceService } from '@estampa/contracts/orders/v1/order';
import { OrderExportServiceService } from '@estampa/contracts/orders/v1/order_export';
import { PaymentNoticeServiceService } from '@estampa/contracts/orders/v1/payment_notice';
import { implement } from '@estampa/kit/rpc/server';
import { accounts } from './accounts.ts';
import { coupons } from './coupons.ts';
import { movements } from './movements.ts';
import { orderExports } from './order-exports.ts';
import { orders } from './orders.ts';
import { paymentWebhooks } from './payment-webhooks.ts';

/** The gRPC services that this process serves. */
export const services = [
  implement(OrderServiceService, orders),
  implement(OrderExportServiceService, orderExports),
  implement(CouponServiceService, coupons),
  implement(AccountServiceService, accounts),
  implement(MovementServiceService, movements),
  implement(PaymentNoticeServiceService, paymentWebhooks),
];
