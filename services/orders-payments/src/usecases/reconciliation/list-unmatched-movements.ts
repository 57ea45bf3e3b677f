import { type PageRequest, pageOf } from '@estampa/kernel/page';
import { mustReachAll } from '@estampa/kit/rpc/caller';
import type { Context } from '../../context.ts';
import { movements } from '../../db/movement-repository.ts';
import type { MovementRow } from '../../db/tables/provider-movement.ts';

/** What was seen at providers and has no posting, oldest first. */
export async function listUnmatchedMovements(
  { em, caller }: Pick<Context, 'em' | 'caller'>,
  requested: PageRequest | undefined,
): Promise<{ movements: MovementRow[]; total: number }> {
  mustReachAll(caller);
  const page = pageOf(requested);
  const [found, total] = await Promise.all([movements.findUnmatched(em, page), movements.countUnmatched(em)]);
  return { movements: found, total };
}
