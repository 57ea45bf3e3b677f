import type { Caller } from '@estampa/contracts/identity/v1/auth';
import type { AllFields } from '@estampa/kernel/all-fields';
import type { CallerNow } from '../db/session-repository.ts';

export const callerMessage = ({ sellerProfileId, ...caller }: CallerNow): AllFields<Caller> => ({
  ...caller,
  sellerProfileId: sellerProfileId ?? undefined,
});
