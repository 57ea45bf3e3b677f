import { SellerProfileChanged, UserDeleted } from '@estampa/contracts/identity/v1/events';
import { type Consumer, subscribe } from '@estampa/kit/events/consumers';
import { exclusive } from '@estampa/kit/events/state-locks';
import type { Context } from '../context.ts';
import { storeLock } from '../domain/lock-names.ts';
import { eraseReactions } from '../usecases/social/erase-reactions.ts';
import { projectStores } from '../usecases/projections/project-stores.ts';

export const identity: Consumer<Context> = {
  topic: 'identity.v1',
  isRepublished: true,
  on: {
    deleted_user: subscribe(UserDeleted, { apply: eraseReactions }),
    seller_profile: subscribe(SellerProfileChanged, {
      applyBatch: projectStores,
      locks: ({ profile }) => [exclusive(storeLock(profile!.id))],
    }),
  },
};
