import { integer, text } from '@estampa/kit/postgres/columns';
import { type Reads, statement } from '@estampa/kit/postgres/statement';
import { countsText } from './word-search-texts.ts';

/** Some words, of which most searches are. */
const COUNTS_MAX = 10_000;
const COUNTED_FOR_MS = 600_000;

/** How often words occurred when this process last counted them: only how long a search takes depends on it. */
const counts = new Map<string, { count: number; until: number }>();

/** Lists of words, each as often as its words together, the rarest list first; what is alone needs no order. */
export async function rarestFirst(reads: Reads, lists: readonly (readonly string[])[]): Promise<(readonly string[])[]> {
  if (lists.length < 2) return [...lists];
  const now = performance.now();
  const unknown = [...new Set(lists.flat())].filter((word) => (counts.get(word)?.until ?? 0) <= now);
  if (unknown.length > 0) {
    for (const { word, count } of await COUNTS.all(reads, [unknown])) {
      counts.delete(word);
      counts.set(word, { count, until: now + COUNTED_FOR_MS });
    }
    for (const word of counts.keys()) {
      if (counts.size <= COUNTS_MAX) break;
      counts.delete(word);
    }
  }
  const countOf = (words: readonly string[]) => words.reduce((sum, word) => sum + (counts.get(word)?.count ?? 0), 0);
  return lists.toSorted((one, other) => countOf(one) - countOf(other));
}

/** Whether nothing had a word when it was last counted. */
export const isAbsent = (word: string): boolean => counts.get(word)?.count === 0;

const COUNTS = statement(countsText, { word: text, count: integer });
