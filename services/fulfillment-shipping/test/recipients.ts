import { OrderServiceService, type GetRecipientRequest } from '@estampa/contracts/orders/v1/orders';
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

/** Orders-payments as far as a label asks it: whom the parcel of an order goes to. */
export async function startRecipients() {
  const buyers = new Map<string, string>();
  const outages = new Set<string>();
  const getRecipient: handleUnaryCall<GetRecipientRequest, unknown> = ({ request: { orderId } }, callback) => {
    const userId = buyers.get(orderId);
    if (userId === undefined || outages.has(orderId))
      return callback({ code: status.INTERNAL, details: 'out of order' });
    callback(null, { recipient: { ...RECIPIENT, userId } });
  };
  const server = new Server();
  server.addService(OrderServiceService, { getRecipient });
  const port = await new Promise<number>((resolve, reject) =>
    server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, bound) =>
      error ? reject(error) : resolve(bound),
    ),
  );
  return { address: `127.0.0.1:${port}`, buyers, outages, stop: () => server.forceShutdown() };
}
