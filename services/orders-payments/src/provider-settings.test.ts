import { readEnv } from '@estampa/kit/service/config';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { PROVIDER_SETTINGS, PROVIDERS, providersIn } from './provider-settings.ts';

const Settings = z
  .object({ PAYMENT_PROVIDER: z.enum(PROVIDERS), ...PROVIDER_SETTINGS })
  .transform((settings, context) => providersIn(settings, context));
const read = (environment: Record<string, string>) => Object.keys(readEnv(Settings, environment));

const asaas = {
  ASAAS_BASE_URL: 'http://asaas.example/v3/',
  ASAAS_API_KEY: 'key',
  ASAAS_WEBHOOK_TOKEN: 'x'.repeat(32),
};
const mercadopago = {
  MERCADOPAGO_BASE_URL: 'http://mercadopago.example',
  MERCADOPAGO_ACCESS_TOKEN: 'token',
  MERCADOPAGO_WEBHOOK_SECRET: 'secret',
};

describe('the payment providers', () => {
  it.each([
    [{ PAYMENT_PROVIDER: 'asaas', ...asaas }, ['asaas']],
    [{ PAYMENT_PROVIDER: 'mercadopago', ...mercadopago }, ['mercadopago']],
    [{ PAYMENT_PROVIDER: 'mercadopago', ...mercadopago, ...asaas }, ['asaas', 'mercadopago']],
  ])('that are set up serve their payments: %j', (environment, expected) => {
    expect(read(environment)).toEqual(expected);
  });

  it.each<[string, Record<string, string>, string[]]>([
    ['an unknown default', { PAYMENT_PROVIDER: 'paypal', ...asaas }, ['PAYMENT_PROVIDER']],
    ['no settings of the default', { PAYMENT_PROVIDER: 'mercadopago', ...asaas }, Object.keys(mercadopago)],
    [
      'half of another one',
      { PAYMENT_PROVIDER: 'asaas', ...asaas, MERCADOPAGO_ACCESS_TOKEN: 'token' },
      ['MERCADOPAGO_BASE_URL', 'MERCADOPAGO_WEBHOOK_SECRET'],
    ],
    [
      'a short token',
      { PAYMENT_PROVIDER: 'asaas', ...asaas, ASAAS_WEBHOOK_TOKEN: 'x'.repeat(31) },
      ['ASAAS_WEBHOOK_TOKEN'],
    ],
    ['no address', { PAYMENT_PROVIDER: 'asaas', ...asaas, ASAAS_BASE_URL: 'asaas' }, ['ASAAS_BASE_URL']],
  ])('stop the start with %s, by name', (_name, environment, names) => {
    const problems = problemsOf(environment);

    expect(problems.map((line) => line.trim().split(':')[0])).toEqual(names);
  });
});

function problemsOf(environment: Record<string, string>): string[] {
  try {
    read(environment);
    return [];
  } catch (error) {
    return (error as Error).message.split('\n').slice(1);
  }
}
