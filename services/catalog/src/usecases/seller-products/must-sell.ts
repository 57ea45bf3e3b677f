import { DomainError } from '@estampa/kernel/errors';
import type { Caller } from '@estampa/kit/rpc/call';
import { reachesAll, someone } from '@estampa/kit/rpc/caller';

/** Sellers, whichever products are theirs, and admins. */
export function mustSell(caller: Caller | null): void {
  if (someone(caller).roles.includes('seller') || reachesAll(someone(caller))) return;
  throw new DomainError('forbidden', 'forbidden', 'The catalog is for sellers');
}
