import { readFileSync } from 'node:fs';

/** What one worker does, written for it to a file whose path is in `ESTAMPA_MUTATION_PLAN`. */
export type Plan = {
  /** Instrumented source by URL of the file. */
  sources: Record<string, string>;
  /** The mutants to try, in order. */
  mutants: string[];
  /** A line is added for each mutant that is begun or decided. */
  progressFile: string;
};

export type Verdict = 'killed' | 'survived' | 'uncovered' | 'static';
export type ProgressLine = { id: string; verdict?: Verdict; by?: string };

/** Read once: it has the text of every instrumented file. */
export const plan = JSON.parse(readFileSync(process.env.ESTAMPA_MUTATION_PLAN!, 'utf8')) as Plan;
