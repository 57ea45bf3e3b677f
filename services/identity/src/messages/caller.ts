import type { Caller } from '@estampa/contracts/identity/v1/auth';
import type { AllFields } from '@estampa/kernel/all-fields';
import type { CallerNow } from '../usecases/sessions/list-callers.ts';

export const callerMessage = ({ sellerProfileId, ...caller }: CallerNow): AllFields<Caller> => ({
  ...caller,
  sellerProfileId: sellerProfileId ?? undefined,
});
