import type { Caller } from '@estampa/contracts/identity/v1/auth';
import type { Whole } from '@estampa/kernel/whole';
import type { CallerNow } from '../usecases/list-callers.ts';

export const callerMessage = ({ sellerProfileId, ...caller }: CallerNow): Whole<Caller> => ({
  ...caller,
  sellerProfileId: sellerProfileId ?? undefined,
});
