import { expect, it } from 'vitest';
import { ProviderError } from '@estampa/kit/provider/provider-error';
import type { PaymentGateway } from './payment-gateway.ts';
import { pausing } from './quota-pause.ts';

const signal = AbortSignal.timeout(60_000);

it('sends no checks until the pause that the provider requests is over', async () => {
  let time = 0;
  let requested = 0;
  const busy = new ProviderError('retryable', 'too many', 429, [], 30_000);
  const gateway = pausing(
    {
      getPayment: async () => {
        requested += 1;
        if (requested === 1) throw busy;
        return null;
      },
    } as unknown as PaymentGateway,
    () => time,
  );

  await expect(gateway.getPayment('1', signal)).rejects.toBe(busy);
  time = 29_999;
  await expect(gateway.getPayment('1', signal)).rejects.toMatchObject({ httpStatus: 429, retryAfterMs: 1 });
  expect(requested).toBe(1);
  time = 30_000;
  expect(await gateway.getPayment('1', signal)).toBeNull();
});

it('continues after any other failure', async () => {
  const gateway = pausing({
    getPayment: async () => {
      throw new ProviderError('retryable', 'down', 503);
    },
  } as unknown as PaymentGateway);

  for (let time = 0; time < 2; time += 1) {
    await expect(gateway.getPayment('1', signal)).rejects.toMatchObject({ httpStatus: 503 });
  }
});
