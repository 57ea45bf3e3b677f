import { describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';

const SENDER = {
  name: 'Estampa',
  email: 'envios@estampa.local',
  document: '11222333000181',
  cep: '01310-100',
  street: 'Avenida Paulista',
  number: '1000',
  neighborhood: 'Bela Vista',
  city: 'São Paulo',
  state: 'SP',
};
const ENOUGH = {
  NODE_ENV: 'test',
  OPS_PORT: '1',
  GRPC_PORT: '1',
  DATABASE_URL: 'postgres://localhost/x',
  KAFKA_BROKERS: '127.0.0.1:9092',
  IDENTITY_ADDRESS: 'identity:1',
  ORDERS_PAYMENTS_ADDRESS: 'orders:1',
  MELHORENVIO_BASE_URL: 'https://melhorenvio.com.br/',
  MELHORENVIO_TOKEN: 'panel-token',
  MELHORENVIO_WEBHOOK_SECRET: 'secret',
  SHIPPING_SENDER: JSON.stringify(SENDER),
};
const APPLICATION = {
  MELHORENVIO_TOKEN: '',
  MELHORENVIO_WEBHOOK_SECRET: '',
  MELHORENVIO_CLIENT_ID: '4711',
  MELHORENVIO_CLIENT_SECRET: 'app-secret',
  MELHORENVIO_REFRESH_TOKEN: 'refresh',
};

const read = (changes: Record<string, string | undefined> = {}) => readConfig({ ...ENOUGH, ...changes });
const sender = (changes: object) => ({ SHIPPING_SENDER: JSON.stringify({ ...SENDER, ...changes }) });
const parcel = (changes: object) => ({ SHIPPING_PARCEL: JSON.stringify(changes) });

it('needs an account, a sender and the addresses of other services', () => {
  expect(read()).toMatchObject({
    MELHORENVIO_BASE_URL: 'https://melhorenvio.com.br',
    account: { token: 'panel-token', webhookSecrets: ['secret'] },
    SHIPPING_PARCEL: {
      lengthCm: 30,
      widthCm: 22,
      heightCm: 4,
      heightPerItemCm: 2,
      weightKg: 0.4,
      weightPerItemKg: 0.3,
    },
    SHIPPING_SENDER: { country: 'BR' },
    TRACKING_POLL_MS: 1_800_000,
  });
});

it('takes an application, whose secret signs notifications, in place of a token', () => {
  const application = { clientId: '4711', clientSecret: 'app-secret', refreshToken: 'refresh' };

  expect(read(APPLICATION).account).toEqual({ application, webhookSecrets: ['app-secret'] });
  expect(read({ ...APPLICATION, MELHORENVIO_WEBHOOK_SECRET: 'own' }).account).toEqual({
    application,
    webhookSecrets: ['own'],
  });
  expect(read({ ...APPLICATION, MELHORENVIO_WEBHOOK_OTHER_SECRET: 'new' }).account.webhookSecrets).toEqual([
    'app-secret',
    'new',
  ]);
});

describe('a start that is rejected names what to correct', () => {
  it.each<[string, Record<string, string | undefined>, string]>([
    ['no account', { MELHORENVIO_TOKEN: undefined }, 'MELHORENVIO_TOKEN: is needed, or MELHORENVIO_CLIENT_ID'],
    ['two accounts', { ...APPLICATION, MELHORENVIO_TOKEN: 'panel' }, 'MELHORENVIO_TOKEN: stands in for'],
    ['a token and a part of an application', { MELHORENVIO_CLIENT_ID: '1' }, 'MELHORENVIO_TOKEN: stands in for'],
    [
      'a part of an application',
      { ...APPLICATION, MELHORENVIO_REFRESH_TOKEN: '' },
      'MELHORENVIO_REFRESH_TOKEN: is needed beside MELHORENVIO_CLIENT_ID, MELHORENVIO_CLIENT_SECRET',
    ],
    ['no secret of notifications', { MELHORENVIO_WEBHOOK_SECRET: undefined }, 'MELHORENVIO_WEBHOOK_SECRET: is needed'],
    ['a base that is no address', { MELHORENVIO_BASE_URL: 'melhorenvio' }, 'MELHORENVIO_BASE_URL: '],
    ['a base of another protocol', { MELHORENVIO_BASE_URL: 'ftp://melhorenvio' }, 'MELHORENVIO_BASE_URL: '],
    ['a service that is no number', { MELHORENVIO_SERVICE_IDS: '1,PAC' }, 'MELHORENVIO_SERVICE_IDS.1: '],
    ['no sender', { SHIPPING_SENDER: undefined }, 'SHIPPING_SENDER: '],
    ['a sender that is no JSON', { SHIPPING_SENDER: '{' }, 'SHIPPING_SENDER: must be JSON'],
    ['a sender without a street', sender({ street: undefined }), 'SHIPPING_SENDER.street: '],
    ['a blank name', sender({ name: ' ' }), 'SHIPPING_SENDER.name: '],
    ['a CEP of seven digits', sender({ cep: '0131010' }), 'SHIPPING_SENDER.cep: must be a CEP'],
    ['a state that there is not', sender({ state: 'XX' }), 'SHIPPING_SENDER.state: must be one of the 27'],
    ['a document that was mistyped', sender({ document: '11222333000182' }), 'SHIPPING_SENDER.document: must be a CPF'],
    ['a sender abroad', sender({ country: 'PT' }), 'SHIPPING_SENDER.country: '],
    ['a parcel without a height', parcel({ heightCm: 0 }), 'SHIPPING_PARCEL.heightCm: '],
    ['a parcel of negative weight', parcel({ weightKg: -1 }), 'SHIPPING_PARCEL.weightKg: '],
    ['a size as text', parcel({ lengthCm: '30' }), 'SHIPPING_PARCEL.lengthCm: '],
    ['a size that is misspelt', parcel({ lenghtCm: 30 }), 'SHIPPING_PARCEL: '],
    ['parcels that are no JSON', { SHIPPING_PARCEL: '30x22' }, 'SHIPPING_PARCEL: must be JSON'],
    ['a mode that there is not', { SHIPPING_FISCAL_MODE: 'nfe' }, 'SHIPPING_FISCAL_MODE: '],
    [
      'invoices of a person',
      { SHIPPING_FISCAL_MODE: 'invoice', ...sender({ document: '52998224725', stateRegister: '1' }) },
      'SHIPPING_SENDER.document: must be a CNPJ where goods go with invoices',
    ],
    [
      'invoices without a state register',
      { SHIPPING_FISCAL_MODE: 'invoice' },
      'SHIPPING_SENDER.stateRegister: is needed where goods go with invoices',
    ],
    ['an hour that is none', { TRACKING_POLL_MS: '0' }, 'TRACKING_POLL_MS: '],
  ])('%s', (_what, changes, problem) => {
    expect(() => read(changes)).toThrow(problem);
  });

  it('all at once, and never a value', () => {
    const changes = {
      ...sender({ cep: 'secret-1' }),
      MELHORENVIO_SERVICE_ID: 'secret-2',
      TRACKING_POLL_MS: 'secret-3',
    };
    const said = (() => {
      try {
        return JSON.stringify(read(changes));
      } catch (error) {
        return (error as Error).message;
      }
    })();

    expect(said).toMatch(/SHIPPING_SENDER\.cep: .*\n?.*/);
    expect(said).toContain('MELHORENVIO_SERVICE_ID: ');
    expect(said).toContain('TRACKING_POLL_MS: ');
    expect(said).not.toContain('secret');
  });
});
