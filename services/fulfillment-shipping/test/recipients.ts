import {
  type GetOrderItemRequest,
  type GetOrderRequest,
  type GetRecipientRequest,
  Order,
  OrderItem,
  OrderServiceService,
} from '@estampa/contracts/orders/v1/order';
import { notFound } from '@estampa/kernel/errors';
import { toServiceError } from '@estampa/kit/rpc/errors';
import { type handleUnaryCall, Server, ServerCredentials, status } from '@grpc/grpc-js';

export const RECIPIENT = {
  fullName: 'Demo buyer',
  email: 'buyer@demo.local',
  phone: '+5521987654321',
  shipping: {
    cep: '20040-002',
    street: 'Rua de Demonstração',
    number: '1',
    neighborhood: 'Centro',
    city: 'Rio de Janeiro',
    state: 'RJ',
    country: 'BR',
  },
};

type Placed = { id: string; paymentStatus: string; itemIds: readonly string[] };

/** The part of orders-payments that is called: whom the parcel of an order goes to, and what an order that is not paid sold. */
export async function startRecipients() {
  const buyers = new Map<string, string>();
  const placed = new Set<Placed>();
  const outages = new Set<string>();
  const services = new Map<string, string>();
  const getRecipient: handleUnaryCall<GetRecipientRequest, unknown> = ({ request: { orderId } }, callback) => {
    const userId = buyers.get(orderId);
    if (userId === undefined || outages.has(orderId))
      return callback({ code: status.INTERNAL, details: 'out of order' });
    callback(null, { recipient: { ...RECIPIENT, userId, serviceCode: services.get(orderId) } });
  };
  const orderIn = ({ id, paymentStatus, itemIds }: Placed) =>
    Order.fromPartial({ id, paymentStatus, items: itemIds.map((itemId) => itemIn({ id }, itemId)) });
  const getOrder: handleUnaryCall<GetOrderRequest, unknown> = ({ request: { id } }, callback) => {
    const found = [...placed].find((order) => order.id === id);
    callback(found ? null : toServiceError(notFound('order', id)), found && { order: orderIn(found) });
  };
  const getOrderItem: handleUnaryCall<GetOrderItemRequest, unknown> = ({ request: { id } }, callback) => {
    const found = [...placed].find(({ itemIds }) => itemIds.includes(id));
    callback(found ? null : toServiceError(notFound('order item', id)), found && { item: itemIn(found, id) });
  };
  const server = new Server();
  server.addService(OrderServiceService, { getRecipient, getOrder, getOrderItem });
  const port = await new Promise<number>((resolve, reject) =>
    server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, bound) =>
      error ? reject(error) : resolve(bound),
    ),
  );
  return { address: `127.0.0.1:${port}`, buyers, placed, outages, services, stop: () => server.forceShutdown() };
}

const itemIn = ({ id: orderId }: Pick<Placed, 'id'>, id: string) =>
  OrderItem.fromPartial({ id, orderId, title: 'Demo mug', quantity: 2, unitPriceCents: 5_000 });
