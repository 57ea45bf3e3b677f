import { OrderRow } from './order.entity.ts';
import { OrderItemRow } from './order-item.entity.ts';
import { PaymentRow } from './payment.entity.ts';

export const entities = [OrderRow, OrderItemRow, PaymentRow];
