import { UserDeleted } from '@estampa/contracts/identity/v1/events';
import { type Consumer, subscribe } from '@estampa/kit/events/consumers';
import type { Context } from '../context.ts';
import { closeSeller } from '../usecases/seller-products/archive-products.ts';

const identity: Consumer<Context> = {
  topic: 'identity.v1',
  on: { deleted_user: subscribe(UserDeleted, { apply: closeSeller }) },
};

export const consumers = [identity];
