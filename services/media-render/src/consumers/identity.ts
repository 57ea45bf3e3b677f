import { SellerProfileChanged } from '@estampa/contracts/identity/v1/events';
import { type Consumer, subscribe } from '@estampa/kit/events/consumers';
import type { Context } from '../context.ts';
import { projectProfileImages } from '../usecases/profile-images/project-profile-images.ts';

export const identity: Consumer<Context> = {
  topic: 'identity.v1',
  on: { seller_profile: subscribe(SellerProfileChanged, { apply: projectProfileImages }) },
};
