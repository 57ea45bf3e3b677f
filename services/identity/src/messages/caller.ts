import type { GetCallerResponse } from '@estampa/contracts/identity/v1/auth';
import type { CallerNow } from '../domain/account.ts';

const NOBODY: GetCallerResponse = { userId: '', status: '', roles: [], sessionActive: false };

export const callerMessage = (caller: CallerNow | null): GetCallerResponse =>
  caller ? { ...caller, sellerProfileId: caller.sellerProfileId ?? undefined } : NOBODY;
