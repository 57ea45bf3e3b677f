import { FeeOverrideServiceClient } from '@estampa/contracts/catalog/v1/fee_override';
import { ProductTypeServiceClient } from '@estampa/contracts/catalog/v1/product_type';
import { SellerProductServiceClient } from '@estampa/contracts/catalog/v1/seller_product';
import { TemplateServiceClient } from '@estampa/contracts/catalog/v1/template';
import { TemplateImportServiceClient } from '@estampa/contracts/catalog/v1/template_import';
import { AuditServiceClient } from '@estampa/contracts/common/v1/audit';
import { InboxServiceClient } from '@estampa/contracts/common/v1/inbox';
import { FulfillmentServiceClient } from '@estampa/contracts/fulfillment/v1/fulfillment';
import { AuthServiceClient } from '@estampa/contracts/identity/v1/auth';
import { CustomerProfileServiceClient } from '@estampa/contracts/identity/v1/customer_profile';
import { SellerProfileServiceClient } from '@estampa/contracts/identity/v1/seller_profile';
import { UserServiceClient } from '@estampa/contracts/identity/v1/user';
import { WaitlistServiceClient } from '@estampa/contracts/identity/v1/waitlist';
import { ArtworkServiceClient } from '@estampa/contracts/media/v1/artwork';
import { GalleryServiceClient } from '@estampa/contracts/media/v1/gallery';
import { PrintFileServiceClient } from '@estampa/contracts/media/v1/print_file';
import { RenderServiceClient } from '@estampa/contracts/media/v1/render';
import { InvoiceServiceClient } from '@estampa/contracts/orders/v1/invoice';
import { DisputeServiceClient } from '@estampa/contracts/orders/v1/dispute';
import { CouponServiceClient } from '@estampa/contracts/orders/v1/coupon';
import { MovementServiceClient } from '@estampa/contracts/orders/v1/movement';
import { OrderServiceClient } from '@estampa/contracts/orders/v1/order';
import { OrderExportServiceClient } from '@estampa/contracts/orders/v1/order_export';
import { PaymentNoticeServiceClient } from '@estampa/contracts/orders/v1/payment_notice';
import { ReceiptServiceClient } from '@estampa/contracts/orders/v1/receipt';
import { FinanceServiceClient } from '@estampa/contracts/payouts/v1/finance';
import { LedgerServiceClient } from '@estampa/contracts/payouts/v1/ledger';
import { PayoutRunServiceClient } from '@estampa/contracts/payouts/v1/payout_run';
import { PayoutServiceClient } from '@estampa/contracts/payouts/v1/payouts';
import { PixKeyServiceClient } from '@estampa/contracts/payouts/v1/pix_key';
import { TransferWebhookServiceClient } from '@estampa/contracts/payouts/v1/transfer_webhook';
import { SIDE_EFFECT_FREE } from '@estampa/contracts/side-effect-free';
import { StorefrontServiceClient } from '@estampa/contracts/storefront/v1/storefront';
import { SERVICE_NAMES, type ServiceName } from '@estampa/kernel/topics';
import { connector, type RpcClient } from '@estampa/kit/rpc/client';
import type { GrpcTls } from '@estampa/kit/rpc/tls';
import type { Config } from '../config.ts';
import { sharingProductPages } from './shared-product-pages.ts';
import { sharingSearches } from './shared-searches.ts';

/** Every proto service, with the service that implements it. */
export const RPC_SERVICES = {
  auth: { Client: AuthServiceClient, at: 'identity' },
  users: { Client: UserServiceClient, at: 'identity' },
  customerProfiles: { Client: CustomerProfileServiceClient, at: 'identity' },
  sellerProfiles: { Client: SellerProfileServiceClient, at: 'identity' },
  waitlist: { Client: WaitlistServiceClient, at: 'identity' },
  productTypes: { Client: ProductTypeServiceClient, at: 'catalog' },
  templates: { Client: TemplateServiceClient, at: 'catalog' },
  templateImports: { Client: TemplateImportServiceClient, at: 'catalog' },
  feeOverrides: { Client: FeeOverrideServiceClient, at: 'catalog' },
  sellerProducts: { Client: SellerProductServiceClient, at: 'catalog' },
  artworks: { Client: ArtworkServiceClient, at: 'media-render' },
  gallery: { Client: GalleryServiceClient, at: 'media-render' },
  printFiles: { Client: PrintFileServiceClient, at: 'media-render' },
  renders: { Client: RenderServiceClient, at: 'media-render' },
  storefront: { Client: StorefrontServiceClient, at: 'storefront' },
  orders: { Client: OrderServiceClient, at: 'orders-payments' },
  disputes: { Client: DisputeServiceClient, at: 'orders-payments' },
  coupons: { Client: CouponServiceClient, at: 'orders-payments' },
  movements: { Client: MovementServiceClient, at: 'orders-payments' },
  orderExports: { Client: OrderExportServiceClient, at: 'orders-payments' },
  paymentWebhooks: { Client: PaymentNoticeServiceClient, at: 'orders-payments' },
  invoices: { Client: InvoiceServiceClient, at: 'orders-payments' },
  receipts: { Client: ReceiptServiceClient, at: 'orders-payments' },
  fulfillment: { Client: FulfillmentServiceClient, at: 'fulfillment-shipping' },
  payouts: { Client: PayoutServiceClient, at: 'payouts' },
  payoutRuns: { Client: PayoutRunServiceClient, at: 'payouts' },
  transferWebhooks: { Client: TransferWebhookServiceClient, at: 'payouts' },
  finance: { Client: FinanceServiceClient, at: 'payouts' },
  ledger: { Client: LedgerServiceClient, at: 'payouts' },
  pixKeys: { Client: PixKeyServiceClient, at: 'payouts' },
} as const satisfies Record<string, { Client: { service: object }; at: ServiceName }>;

type RpcServices = typeof RPC_SERVICES;
type Methods = Readonly<Record<string, { path: string } | undefined>>;

/** Whether a call changes nothing, as its proto says. */
export function isRead(client: string, method: string): boolean {
  const methods: Methods | undefined = (RPC_SERVICES as Record<string, { Client: { service: Methods } }>)[client]
    ?.Client.service;
  const path = methods?.[method]?.path;
  return path !== undefined && SIDE_EFFECT_FREE.has(path);
}

type RpcClients = { [Name in keyof RpcServices]: RpcClient<RpcServices[Name]['Client']['service']> };
/** What every service implements. */
type OfEach = {
  inboxes: Record<ServiceName, RpcClient<typeof InboxServiceClient.service>>;
  audits: Record<ServiceName, RpcClient<typeof AuditServiceClient.service>>;
};

export type Clients = RpcClients & OfEach;

type Addresses = Pick<
  Config,
  `${'IDENTITY' | 'CATALOG' | 'MEDIA_RENDER' | 'STOREFRONT' | 'ORDERS_PAYMENTS' | 'FULFILLMENT_SHIPPING' | 'PAYOUTS'}_ADDRESS`
>;

/** A client for every proto service, and one of each service for what they all implement. */
export function connectServices(
  config: Addresses,
  resources: AsyncDisposableStack,
  tls: GrpcTls | null = null,
): Clients {
  const addresses: Record<ServiceName, string> = {
    identity: config.IDENTITY_ADDRESS,
    catalog: config.CATALOG_ADDRESS,
    'media-render': config.MEDIA_RENDER_ADDRESS,
    storefront: config.STOREFRONT_ADDRESS,
    'orders-payments': config.ORDERS_PAYMENTS_ADDRESS,
    'fulfillment-shipping': config.FULFILLMENT_SHIPPING_ADDRESS,
    payouts: config.PAYOUTS_ADDRESS,
  };
  const connect = connector(null, tls, resources);
  const clients = Object.entries(RPC_SERVICES).map(([name, { Client, at }]) => [
    name,
    connect(Client as Parameters<typeof connect>[0], addresses[at]),
  ]);
  const inboxes = SERVICE_NAMES.map((name) => [name, connect(InboxServiceClient, addresses[name])]);
  const audits = SERVICE_NAMES.map((name) => [name, connect(AuditServiceClient, addresses[name])]);
  const ofEach = { inboxes: Object.fromEntries(inboxes), audits: Object.fromEntries(audits) };
  const all = { ...Object.fromEntries(clients), ...ofEach } as Clients;
  return { ...all, storefront: sharingSearches(sharingProductPages(all.storefront)) };
}
