import { SellerProfileChanged } from '@estampa/contracts/identity/v1/events';
import { type Consumer, hear } from '@estampa/kit/consumers';
import type { Context } from '../context.ts';
import { keepStore } from '../usecases/keep-store.ts';

export const identity: Consumer<Context> = {
  topic: 'identity.v1',
  isRetold: true,
  on: { seller_profile: hear(SellerProfileChanged, keepStore) },
};
