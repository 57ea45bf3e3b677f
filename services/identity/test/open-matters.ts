import { type handleUnaryCall, Server, ServerCredentials } from '@grpc/grpc-js';
import { AccountServiceService, CountOpenOrdersResponse } from '@estampa/contracts/orders/v1/account';
import { GetOpenEarningsResponse, PayoutServiceService } from '@estampa/contracts/payouts/v1/payouts';

/** What orders-payments and payouts say is under way, by user and by seller profile, from memory over the real transport. */
export type OpenMattersStandIn = AsyncDisposable & {
  address: string;
  /** One response after the other; the last one stays. */
  orders: Map<string, Partial<CountOpenOrdersResponse>[]>;
  earnings: Map<string, Partial<GetOpenEarningsResponse>>;
};

// oxlint-disable-next-line no-explicit-any -- each method has its own message types
type Handler = handleUnaryCall<any, any>;

export async function startOpenMatters(): Promise<OpenMattersStandIn> {
  const orders: OpenMattersStandIn['orders'] = new Map();
  const earnings: OpenMattersStandIn['earnings'] = new Map();
  const server = new Server();
  const count: Handler = ({ request }, respond) => {
    const responses = orders.get(request.userId) ?? [{}];
    const response = responses.length > 1 ? responses.shift()! : responses[0]!;
    respond(null, CountOpenOrdersResponse.fromPartial(response));
  };
  const sum: Handler = ({ request }, respond) =>
    respond(null, GetOpenEarningsResponse.fromPartial(earnings.get(request.sellerProfileId) ?? {}));
  server.addService(AccountServiceService, { countOpenOrders: count });
  server.addService(PayoutServiceService, { getOpenEarnings: sum });
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, bound) =>
      error ? reject(error) : resolve(bound),
    );
  });
  return {
    address: `127.0.0.1:${port}`,
    orders,
    earnings,
    [Symbol.asyncDispose]: async () => server.forceShutdown(),
  };
}
