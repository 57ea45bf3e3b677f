import { addWords, t } from './words.js';

addWords({
  pt: {
    'order.pending': 'aguardando pagamento',
    'order.rejected': 'pagamento recusado',
    'order.refunded': 'dinheiro devolvido',
    'order.cancelled': 'cancelado',
    'order.paid': 'pago, na fila da produção',
    'order.in_production': 'pago, em produção',
    'order.shipped': 'a caminho',
    'order.delivered': 'entregue',
    'order.returned': 'voltou ao remetente',
  },
  en: {
    'order.pending': 'waiting for the payment',
    'order.rejected': 'payment declined',
    'order.refunded': 'money returned',
    'order.cancelled': 'cancelled',
    'order.paid': 'paid, waiting for production',
    'order.in_production': 'paid, in production',
    'order.shipped': 'on its way',
    'order.delivered': 'delivered',
    'order.returned': 'came back to the sender',
  },
});

/** What has become of an order, in words: its payment until that is approved, then its parcel. */
export function orderState({ paymentStatus, fulfillmentStatus = 'pending' }) {
  if (paymentStatus !== 'approved') return t(`order.${paymentStatus}`);
  return t(fulfillmentStatus === 'pending' ? 'order.paid' : `order.${fulfillmentStatus}`);
}
