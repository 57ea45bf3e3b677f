import { describe, expect, it } from 'vitest';
import { SERVICE_NAMES } from '@estampa/kernel/topics';
import { makeSecrets } from './secrets.ts';
import { databaseName, PROCESS_NAMES, TOPOLOGY, type ProcessName, type Surroundings } from './topology.ts';

const secrets = makeSecrets();
const surroundings: Surroundings = {
  infrastructure: {
    postgres: { url: 'postgres://localhost/postgres' },
    kafka: { brokers: '127.0.0.1:9094' },
    objectStore: { endpoint: 'http://s3', region: 'r', accessKeyId: 'key', secretAccessKey: 's3-secret' },
    mail: { smtpUrl: 'smtp://mail', webUrl: 'http://mail' },
  },
  secrets,
  directory: 'data',
  ports: Object.fromEntries(
    PROCESS_NAMES.map((name) => [name, TOPOLOGY[name].usualPorts]),
  ) as unknown as Surroundings['ports'],
  prefix: 'p_',
  bucket: 'estampa',
  databaseUrls: Object.fromEntries(SERVICE_NAMES.map((name) => [name, `postgres://${databaseName(name, 'p_')}`])),
};

const environmentOf = (name: ProcessName) => TOPOLOGY[name].environment(surroundings);
const namesWith = (value: string) =>
  PROCESS_NAMES.filter((name) => Object.values(environmentOf(name)).some((given) => String(given).includes(value)));

describe('the topology', () => {
  it('gives every process ports of its own', () => {
    const ports = PROCESS_NAMES.flatMap((name) => [...new Set(Object.values(TOPOLOGY[name].usualPorts))]);

    expect(new Set(ports).size).toBe(ports.length);
  });

  it.each(SERVICE_NAMES)('gives %s its own database and the addresses of its peers', (name) => {
    expect(environmentOf(name)).toMatchObject({
      DATABASE_URL: `postgres://p_${name.replace('-', '_')}`,
      KAFKA_TOPIC_PREFIX: 'p_',
      MEDIA_RENDER_ADDRESS: '127.0.0.1:50053',
      ORDERS_PAYMENTS_ADDRESS: '127.0.0.1:50055',
    });
  });

  it('lets only identity sign tokens', () => {
    expect(namesWith(secrets.jwtPrivateKey)).toEqual(['identity']);
  });

  it('lets only media-render and payouts write to storage, each into a bucket of its own', () => {
    expect(namesWith('s3-secret')).toEqual(['media-render', 'payouts']);
    expect(environmentOf('media-render')).toMatchObject({ S3_BUCKET: 'estampa' });
    expect(environmentOf('payouts')).toMatchObject({ LEDGER_BUCKET: 'estampa-ledger' });
  });

  it('shares the provider secrets with the sandbox and the services that call the provider', () => {
    expect(namesWith(secrets.asaasApiKey)).toEqual(['orders-payments', 'payouts', 'sandbox']);
    expect(namesWith(secrets.mercadoPagoAccessToken)).toEqual(['orders-payments', 'sandbox']);
    expect(namesWith(secrets.mercadoPagoWebhookSecret)).toEqual(['orders-payments', 'sandbox']);
    expect(namesWith(secrets.melhorEnvioWebhookSecret)).toEqual(['fulfillment-shipping', 'sandbox']);
  });

  it('has a webhook token as long as the payment provider demands', () => {
    expect(secrets.asaasWebhookToken.length).toBeGreaterThanOrEqual(32);
  });
});
