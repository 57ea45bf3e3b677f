import { finish } from '@estampa/kit/events/inbox';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Context } from '../../context.ts';
import { derivations } from '../../db/derivation-repository.ts';
import { pageChanges } from '../../db/page-change-repository.ts';
import type { DerivationRow } from '../../db/tables/derivation.ts';
import { SEARCH } from '../../domain/page-names.ts';
import { DERIVATIONS, deriveChunk } from './derive-products.ts';
import { MISSING_WORDS } from './make-missing-words.ts';

/** Derives one chunk and wakes its job again while there are more: other work, or a shutdown, can come between two chunks. */
export async function continueDerivations({ em, wake }: Context): Promise<void> {
  if (!(await deriveNextChunk(em))) return;
  wake(DERIVATIONS);
  // Products are derived again after their states were changed by hand, and those of stores may have been too.
  wake(MISSING_WORDS);
}

export async function finishDerivations(em: EntityManager): Promise<void> {
  while (await deriveNextChunk(em));
}

/** False if there is nothing to derive. */
async function deriveNextChunk(em: EntityManager): Promise<boolean> {
  let claimed: DerivationRow | undefined;
  try {
    await em.fork().transactional(async (tx) => {
      claimed = await derivations.claim(tx);
      if (claimed) await deriveStep(tx, claimed);
    });
    return claimed !== undefined;
  } catch (error) {
    if (claimed) await derivations.postpone(em, claimed.id);
    throw error;
  }
}

/** The cursor, or the end of the event's derivation, is stored with the chunk. */
async function deriveStep(tx: EntityManager, { id, touched, afterId, eventId }: DerivationRow): Promise<void> {
  const { ids, isLast } = await deriveChunk(tx, touched, afterId);
  // Products of a store that opens or closes look the same, but are found from now on, or no more.
  if (typeof touched === 'object' && 'sellerProfileId' in touched) pageChanges.insert(tx, [SEARCH]);
  if (!isLast) return derivations.saveStep(tx, id, ids.at(-1)!);
  derivations.delete(tx, id);
  await finish(tx, eventId);
}
