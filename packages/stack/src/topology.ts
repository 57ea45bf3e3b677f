import { join } from 'node:path';
import { SERVICE_NAMES, type ServiceName } from '@estampa/kernel/topics';
import type { Addresses } from './infrastructure/infrastructure.ts';
import type { Secrets } from './secrets.ts';

export type ProcessName = ServiceName | 'gateway' | 'sandbox';

export const PROCESS_NAMES: readonly ProcessName[] = [...SERVICE_NAMES, 'sandbox', 'gateway'];

/** Where one process listens: gRPC (services) or HTTP (gateway and sandbox), and its ops page. */
export interface ProcessPorts {
  readonly port: number;
  readonly opsPort: number;
}

/** Everything the environments of the processes are made from. */
export interface Surroundings {
  readonly infrastructure: Addresses;
  readonly secrets: Secrets;
  readonly directory: string;
  readonly ports: Readonly<Record<ProcessName, ProcessPorts>>;
  /** Before database names, topics and consumer groups, so that marketplaces can live side by side. */
  readonly prefix: string;
  readonly bucket: string;
  readonly databaseUrls: Readonly<Partial<Record<ProcessName, string>>>;
  /** Of `bundlePrograms`; the processes run from their sources when left out. */
  readonly programs?: string;
  /** The root of another version's sources, which the processes run from in place of ours; the sandbox is no part of a release. */
  readonly checkout?: string;
}

interface ProcessDefinition {
  readonly entry: string;
  readonly usualPorts: ProcessPorts;
  /** Path on the ops port (sandbox: on its only port) that responds with 200 when the process is ready. */
  readonly readyPath: string;
  readonly environment: (surroundings: Surroundings) => Record<string, string | number>;
}

export const ADMIN = { email: 'admin@estampa.local', password: 'estampa-admin-1' };

/** Of the demo data. */
export const DEMO_SELLER = { email: 'artista@estampa.local', password: 'estampa-artist-1' };
export const DEMO_CUSTOMER = { email: 'cliente@estampa.local', password: 'estampa-customer-1' };

export const DEMO_LOGINS = [
  { role: 'admin', ...ADMIN },
  { role: 'seller', ...DEMO_SELLER },
  { role: 'customer', ...DEMO_CUSTOMER },
];

/** The services whose tables are made from events and can be made anew. */
export const REBUILDABLE: readonly ServiceName[] = ['storefront'];

const HOST = '127.0.0.1';
const TRACKING_POLL_MS = 30 * 60 * 1_000;
/** No request lasts so long where one person tries things out. */
const DELETE_AFTER_MS = 2_000;
const JWT = { JWT_ISSUER: 'estampa-local', JWT_AUDIENCE: 'estampa-api' };

/** All processes of the marketplace, their ports and their environment. */
export const TOPOLOGY: Readonly<Record<ProcessName, ProcessDefinition>> = {
  identity: service('identity', 50051, 9101, ({ secrets, infrastructure, ...rest }) => ({
    IDENTITY_ADMIN_EMAIL: ADMIN.email,
    IDENTITY_ADMIN_PASSWORD: ADMIN.password,
    IDENTITY_JWT_PRIVATE_KEY: secrets.jwtPrivateKey,
    ...JWT,
    SMTP_URL: infrastructure.mail.smtpUrl,
    MAIL_FROM: 'Estampa <no-reply@estampa.local>',
    PUBLIC_WEB_URL: gatewayUrl(rest),
    IDENTITY_DELETE_AFTER_MS: DELETE_AFTER_MS,
  })),
  catalog: service('catalog', 50052, 9102),
  'media-render': service('media-render', 50053, 9103, ({ infrastructure: { objectStore }, bucket, ...rest }) => ({
    ...storageOf(objectStore),
    S3_BUCKET: bucket,
    S3_PUBLIC_ACL: 'public-read',
    UPLOAD_URL: `${gatewayUrl(rest)}/storage`,
  })),
  storefront: service('storefront', 50054, 9104, (rest) => ({ CDN_URL: cdnUrl(rest) })),
  'orders-payments': service('orders-payments', 50055, 9105, ({ secrets, ...rest }) => ({
    PAYMENT_PROVIDER: 'asaas',
    ASAAS_BASE_URL: `${sandboxUrl(rest)}/asaas/v3`,
    ASAAS_API_KEY: secrets.asaasApiKey,
    ASAAS_WEBHOOK_TOKEN: secrets.asaasWebhookToken,
    MERCADOPAGO_BASE_URL: `${sandboxUrl(rest)}/mercadopago`,
    MERCADOPAGO_ACCESS_TOKEN: secrets.mercadoPagoAccessToken,
    MERCADOPAGO_WEBHOOK_SECRET: secrets.mercadoPagoWebhookSecret,
    CHECKOUT_RETURN_URL: `${sandboxPagesUrl(rest)}/return`,
    SHIPPING_QUOTE_KEYS: secrets.shippingQuoteKey,
    RECEIPT_KEYS: secrets.receiptKey,
    RECEIPT_URL: `${gatewayUrl(rest)}/receipts`,
  })),
  'fulfillment-shipping': service('fulfillment-shipping', 50056, 9106, ({ secrets, ...rest }) => ({
    MELHORENVIO_BASE_URL: `${sandboxUrl(rest)}/melhorenvio`,
    MELHORENVIO_TOKEN: secrets.melhorEnvioToken,
    MELHORENVIO_WEBHOOK_SECRET: secrets.melhorEnvioWebhookSecret,
    SHIPPING_SENDER: JSON.stringify(DEMO_SENDER),
    SHIPPING_QUOTE_KEYS: secrets.shippingQuoteKey,
    TRACKING_POLL_MS,
  })),
  payouts: service('payouts', 50057, 9107, ({ secrets, bucket, ...rest }) => ({
    ASAAS_BASE_URL: `${sandboxUrl(rest)}/asaas/v3`,
    ASAAS_API_KEY: secrets.asaasApiKey,
    ASAAS_WEBHOOK_TOKEN: secrets.asaasWebhookToken,
    ...storageOf(rest.infrastructure.objectStore),
    LEDGER_BUCKET: ledgerBucket(bucket),
  })),
  gateway: {
    entry: 'gateway/src/main.ts',
    usualPorts: { port: 8080, opsPort: 9108 },
    readyPath: '/readyz',
    environment: ({ infrastructure: { objectStore, mail }, bucket, ports }) => ({
      PORT: ports.gateway.port,
      ...JWT,
      STORAGE_URL: objectStore.endpoint,
      S3_BUCKET: bucket,
      PUBLIC_URL: gatewayUrl({ ports }),
      CORS_ORIGINS: 'http://localhost:*,http://127.0.0.1:*',
      CDN_URL: cdnUrl({ ports }),
      DEVELOPMENT_PAGES: JSON.stringify({
        sandboxUrl: sandboxUrl({ ports }),
        mailUrl: mail.webUrl ?? null,
        logins: DEMO_LOGINS,
      }),
      ...addressVariables(ports),
    }),
  },
  sandbox: {
    entry: 'services/sandbox/src/main.ts',
    usualPorts: { port: 8090, opsPort: 8090 },
    readyPath: '/healthz',
    environment: ({ secrets, directory, ports }) => ({
      PORT: ports.sandbox.port,
      PUBLIC_URL: sandboxPagesUrl({ ports }),
      SANDBOX_DATA_DIR: join(directory, 'sandbox'),
      ASAAS_API_KEY: secrets.asaasApiKey,
      ASAAS_WEBHOOK_TOKEN: secrets.asaasWebhookToken,
      ASAAS_WEBHOOK_URL: `${gatewayUrl({ ports })}/webhooks/payments/asaas`,
      ASAAS_TRANSFER_WEBHOOK_URL: `${gatewayUrl({ ports })}/webhooks/transfers/asaas`,
      ASAAS_APPROVAL_URL: `${gatewayUrl({ ports })}/webhooks/transfers/asaas/approval`,
      ASAAS_REGISTERED_DOMAIN: HOST,
      MERCADOPAGO_ACCESS_TOKEN: secrets.mercadoPagoAccessToken,
      MERCADOPAGO_WEBHOOK_SECRET: secrets.mercadoPagoWebhookSecret,
      MERCADOPAGO_WEBHOOK_URL: `${gatewayUrl({ ports })}/webhooks/payments/mercadopago`,
      MELHORENVIO_TOKEN: secrets.melhorEnvioToken,
      MELHORENVIO_WEBHOOK_SECRET: secrets.melhorEnvioWebhookSecret,
      MELHORENVIO_WEBHOOK_URL: `${gatewayUrl({ ports })}/webhooks/shipping/melhorenvio`,
    }),
  },
};

/** Of the heads of the ledger's chain: nothing else may write there. */
export const ledgerBucket = (bucket: string): string => `${bucket}-ledger`;

const storageOf = ({ endpoint, region, accessKeyId, secretAccessKey }: Addresses['objectStore']) => ({
  S3_ENDPOINT: endpoint,
  S3_REGION: region,
  S3_ACCESS_KEY_ID: accessKeyId,
  S3_SECRET_ACCESS_KEY: secretAccessKey,
});

export const gatewayUrl = ({ ports }: Pick<Surroundings, 'ports'>) => `http://${HOST}:${ports.gateway.port}`;
const cdnUrl = (surroundings: Pick<Surroundings, 'ports'>) => `${gatewayUrl(surroundings)}/cdn`;
export const sandboxUrl = ({ ports }: Pick<Surroundings, 'ports'>) => `http://${HOST}:${ports.sandbox.port}`;

/** Where people reach its pages: who only reaches the gateway can pay, too. */
const sandboxPagesUrl = (surroundings: Pick<Surroundings, 'ports'>) => `${gatewayUrl(surroundings)}/sandbox`;

/** `media-render` stores its tables in `media_render`; a prefix separates marketplaces. */
export const databaseName = (name: ServiceName, prefix: string) => prefix + name.replaceAll('-', '_');

export const isService = (name: ProcessName): name is ServiceName =>
  (SERVICE_NAMES as readonly string[]).includes(name);

function service(
  name: ServiceName,
  port: number,
  opsPort: number,
  own: (surroundings: Surroundings) => Record<string, string | number> = () => ({}),
): ProcessDefinition {
  return {
    entry: `services/${name}/src/main.ts`,
    usualPorts: { port, opsPort },
    readyPath: '/readyz',
    environment: (surroundings) => ({
      GRPC_PORT: surroundings.ports[name].port,
      DATABASE_URL: surroundings.databaseUrls[name] ?? '',
      KAFKA_BROKERS: surroundings.infrastructure.kafka.brokers,
      KAFKA_TOPIC_PREFIX: surroundings.prefix,
      ...addressVariables(surroundings.ports),
      ...own(surroundings),
    }),
  };
}

function addressVariables(ports: Surroundings['ports']): Record<string, string> {
  return Object.fromEntries(SERVICE_NAMES.map((name) => [addressVariable(name), `${HOST}:${ports[name].port}`]));
}

/** Where its peers read a service's address. */
export const addressVariable = (name: ServiceName): string => `${name.replaceAll('-', '_').toUpperCase()}_ADDRESS`;

export const DEMO_SENDER = {
  name: 'Estampa Demo',
  email: 'envios@estampa.local',
  phone: '+551130000000',
  document: '11222333000181',
  cep: '01310-100',
  street: 'Avenida Paulista',
  number: '1000',
  complement: 'Loja de demonstração',
  neighborhood: 'Bela Vista',
  city: 'São Paulo',
  state: 'SP',
  country: 'BR',
};
