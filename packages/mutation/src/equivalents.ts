import type { Mutant } from './instrument.ts';
import type { Verdicts } from './try-mutants.ts';

/** A mutant that is the same program in other words, so that no test can kill it. */
export type Equivalent = {
  file: string;
  /** The line of code where it begins, without indentation: line numbers would change with every edit above. */
  line: string;
  original: string;
  replacement: string;
  why: string;
};

/** Notes that are no longer true: the code has changed, or a test kills the mutant. */
export function staleNotes(notes: readonly Equivalent[], mutants: readonly Mutant[], verdicts: Verdicts): string[] {
  return notes.flatMap((note) => {
    const noted = mutants.filter((mutant) => isNoted(note, mutant));
    const where = `${note.file}: ${note.original} -> ${note.replacement}`;
    if (noted.length === 0) return [`${where}: there is no such mutant in the line ${note.line}`];
    const isKilled = noted.some(({ id }) => verdicts.get(id)?.verdict === 'killed');
    return isKilled ? [`${where}: a test kills it`] : [];
  });
}

/** The verdicts, in which survivors that are noted as the same program count as such. */
export function withEquivalents(
  notes: readonly Equivalent[],
  mutants: readonly Mutant[],
  verdicts: Verdicts,
): Verdicts {
  const all: Verdicts = new Map(verdicts);
  for (const mutant of mutants)
    if (verdicts.get(mutant.id)?.verdict === 'survived' && notes.some((note) => isNoted(note, mutant)))
      all.set(mutant.id, { verdict: 'equivalent' });
  return all;
}

const isNoted = (note: Equivalent, mutant: Mutant): boolean =>
  note.file === mutant.file &&
  note.line === mutant.lineText &&
  note.original === mutant.original &&
  note.replacement === mutant.replacement;
