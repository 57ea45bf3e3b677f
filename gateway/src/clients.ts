import {
  ProductTypeServiceClient,
  SellerProductServiceClient,
  TemplateServiceClient,
} from '@estampa/contracts/catalog/v1/catalog';
import { InboxServiceClient } from '@estampa/contracts/common/v1/inbox';
import { FulfillmentServiceClient } from '@estampa/contracts/fulfillment/v1/fulfillment';
import {
  AuthServiceClient,
  SellerProfileServiceClient,
  UserServiceClient,
  WaitlistServiceClient,
} from '@estampa/contracts/identity/v1/identity';
import { ArtworkServiceClient, RenderServiceClient } from '@estampa/contracts/media/v1/media';
import { OrderServiceClient, PaymentNoticeServiceClient } from '@estampa/contracts/orders/v1/orders';
import { PayoutServiceClient } from '@estampa/contracts/payouts/v1/payouts';
import { StorefrontServiceClient } from '@estampa/contracts/storefront/v1/storefront';
import type { ServiceName } from '@estampa/kernel/topics';
import { grpcClient, type RpcClient } from '@estampa/kit/grpc-client';
import type { Config } from './config.ts';

export type Clients = ReturnType<typeof connectServices>;

/** A client for every proto service, and the inbox of each service that can settle a write. */
export function connectServices(config: Config, resources: AsyncDisposableStack) {
  const addresses: Record<ServiceName, string> = {
    identity: config.IDENTITY_ADDRESS,
    catalog: config.CATALOG_ADDRESS,
    'media-render': config.MEDIA_RENDER_ADDRESS,
    storefront: config.STOREFRONT_ADDRESS,
    'orders-payments': config.ORDERS_PAYMENTS_ADDRESS,
    'fulfillment-shipping': config.FULFILLMENT_SHIPPING_ADDRESS,
    payouts: config.PAYOUTS_ADDRESS,
  };
  const connect: typeof grpcClient = (Class, address) => resources.use(grpcClient(Class, address, 'gateway'));
  const inboxOf = (name: ServiceName) => connect(InboxServiceClient, addresses[name]);

  return {
    auth: connect(AuthServiceClient, addresses.identity),
    users: connect(UserServiceClient, addresses.identity),
    sellerProfiles: connect(SellerProfileServiceClient, addresses.identity),
    waitlist: connect(WaitlistServiceClient, addresses.identity),
    productTypes: connect(ProductTypeServiceClient, addresses.catalog),
    templates: connect(TemplateServiceClient, addresses.catalog),
    sellerProducts: connect(SellerProductServiceClient, addresses.catalog),
    artworks: connect(ArtworkServiceClient, addresses['media-render']),
    renders: connect(RenderServiceClient, addresses['media-render']),
    storefront: connect(StorefrontServiceClient, addresses.storefront),
    orders: connect(OrderServiceClient, addresses['orders-payments']),
    paymentNotices: connect(PaymentNoticeServiceClient, addresses['orders-payments']),
    fulfillment: connect(FulfillmentServiceClient, addresses['fulfillment-shipping']),
    payouts: connect(PayoutServiceClient, addresses.payouts),
    inboxes: Object.fromEntries(
      Object.keys(addresses).map((name) => [name, inboxOf(name as ServiceName)]),
    ) as unknown as Record<ServiceName, RpcClient<typeof InboxServiceClient.service>>,
  };
}
