import type { Context } from '../../context.ts';
import { pageChanges } from '../../db/page-change-repository.ts';
import { searchWords } from '../../db/search-word-repository.ts';
import { SEARCH } from '../../domain/page-names.ts';

/** The job that makes the searched words of rows that a previous version wrote. */
export const MISSING_WORDS = 'missing-words';

/** One batch after the other, each with its commit. */
export async function makeMissingWords({ em }: Pick<Context, 'em'>, signal: AbortSignal): Promise<void> {
  let count = 0;
  do {
    count = await em.fork().transactional(async (tx) => {
      const made = await searchWords.saveMissing(tx);
      if (made > 0) pageChanges.insert(tx, [SEARCH]);
      return made;
    });
  } while (count > 0 && !signal.aborted);
}
