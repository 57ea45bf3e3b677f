import { appendFileSync, existsSync, readFileSync } from 'node:fs';

/** What one worker does, written for it to a file whose path is in `ESTAMPA_MUTATION_PLAN`. */
export type Plan = {
  /** Instrumented source by URL of the file. */
  sources: Record<string, string>;
  /** The mutants to try, in order. */
  mutants: string[];
  /** How much longer a test may take with a mutant than five times as long as without: the machine may be busy. */
  slackMs: number;
  /** Where the survey is; a worker that finds none makes it and tries nothing. */
  surveyFile: string;
  /** A line is added for each step; a worker goes on where the last one ended. */
  progressFile: string;
};

/** What the tests reach as they are. */
export type Survey = {
  /** Mutants that are reached while modules load. */
  loading: string[];
  /** Mutants that are reached before and after the tests of a stage, by its name. */
  setups: Record<string, string[]>;
  /** By id of the test; `hits` says how often it reaches a mutant. */
  tests: Record<string, SurveyedTest>;
  /** Tests that kill nothing, and why. */
  leftOut: string[];
};
export type SurveyedTest = { ms: number; needsFreshStage: boolean; hits: Record<string, number> };

export type Verdict = 'killed' | 'survived' | 'uncovered' | 'static' | 'equivalent';
/** A mutant is begun, is on in a test, has survived the tests of a stage, or is decided. */
export type ProgressLine = { id: string; isOn?: true; passed?: string; verdict?: Verdict; by?: string };

export const DID_NOT_END = 'it did not end';

export function readPlan(): Plan {
  return JSON.parse(readFileSync(process.env.ESTAMPA_MUTATION_PLAN!, 'utf8')) as Plan;
}

export const readProgress = (path: string): ProgressLine[] =>
  existsSync(path)
    ? readFileSync(path, 'utf8')
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as ProgressLine)
    : [];

export const addProgress = (path: string, line: ProgressLine): void =>
  appendFileSync(path, `${JSON.stringify(line)}\n`);
