import { notFound } from '@estampa/kernel/errors';
import { isUuid } from '@estampa/kernel/ids';
import { mustReachAll } from '@estampa/kit/rpc/caller';
import type { Context } from '../../context.ts';
import { type DisputeRow, disputes } from '../../db/dispute-repository.ts';

export async function getDispute({ em, caller }: Pick<Context, 'em' | 'caller'>, id: string): Promise<DisputeRow> {
  mustReachAll(caller);
  const found = isUuid(id) ? await disputes.find(em, id) : undefined;
  if (!found) throw notFound('dispute', id);
  return found;
}
