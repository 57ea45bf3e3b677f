import { AccountServiceService } from '@estampa/contracts/orders/v1/account';
import { InvoiceServiceService } from '@estampa/contracts/orders/v1/invoice';
import { DisputeServiceService } from '@estampa/contracts/orders/v1/dispute';
import { CouponServiceService } from '@estampa/contracts/orders/v1/coupon';
import { MovementServiceService } from '@estampa/contracts/orders/v1/movement';
import { OrderServiceService } from '@estampa/contracts/orders/v1/order';
import { OrderExportServiceService } from '@estampa/contracts/orders/v1/order_export';
import { PaymentNoticeServiceService } from '@estampa/contracts/orders/v1/payment_notice';
import { ReceiptServiceService } from '@estampa/contracts/orders/v1/receipt';
import { implement } from '@estampa/kit/rpc/server';
import { accounts } from './accounts.ts';
import { invoiceHandlers } from './invoices.ts';
import { disputes } from './disputes.ts';
import { coupons } from './coupons.ts';
import { movements } from './movements.ts';
import { orderExports } from './order-exports.ts';
import { orders } from './orders.ts';
import { paymentWebhooks } from './payment-webhooks.ts';
import { receipts } from './receipts.ts';

/** The gRPC services that this process serves. */
export const services = [
  implement(OrderServiceService, orders),
  implement(OrderExportServiceService, orderExports),
  implement(CouponServiceService, coupons),
  implement(AccountServiceService, accounts),
  implement(MovementServiceService, movements),
  implement(DisputeServiceService, disputes),
  implement(PaymentNoticeServiceService, paymentWebhooks),
  implement(ReceiptServiceService, receipts),
  implement(InvoiceServiceService, invoiceHandlers),
];
