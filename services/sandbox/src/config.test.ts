import { expect, it } from 'vitest';
import { readConfig } from './config.ts';

const enough = {
  SANDBOX_DATA_DIR: 'state',
  ASAAS_API_KEY: 'key',
  ASAAS_WEBHOOK_TOKEN: 'a-token-of-thirty-two-characters',
  MERCADOPAGO_ACCESS_TOKEN: 'token',
  MERCADOPAGO_WEBHOOK_SECRET: 'secret',
  MELHORENVIO_TOKEN: 'token',
  MELHORENVIO_WEBHOOK_SECRET: 'secret',
};

it('needs no more than the secrets and a directory', () => {
  expect(readConfig(enough)).toMatchObject({
    port: 8090,
    host: '127.0.0.1',
    publicUrl: null,
    asaas: { webhookUrl: null, minimumChargeCents: 0 },
    melhorenvio: { webhookUrl: null },
  });
});

it('reads the back-off as a list and drops the slash that ends the public address', () => {
  const config = readConfig({ ...enough, WEBHOOK_BACKOFF_MS: '0,10', PUBLIC_URL: 'http://127.0.0.1:8080/pay/' });

  expect(config).toMatchObject({ webhookBackoffMs: [0, 10], publicUrl: 'http://127.0.0.1:8080/pay' });
});

it('never starts in production', () => {
  expect(() => readConfig({ ...enough, NODE_ENV: 'production' })).toThrow('never runs in production');
});

it.each([
  ['PORT', '70000'],
  ['ASAAS_WEBHOOK_TOKEN', 'short'],
  ['ASAAS_WEBHOOK_URL', 'gateway'],
  ['ASAAS_API_KEY', undefined],
  ['WEBHOOK_BACKOFF_MS', 'soon'],
])('names %s when it is %j', (name, value) => {
  expect(() => readConfig({ ...enough, [name]: value })).toThrow(name);
});
