type Counts = Record<string, number>;
/** What instrumented code reads and writes. */
type Switchboard = {
  activeMutant?: string | undefined;
  currentTestId?: string | undefined;
  hitCount?: number | undefined;
  hitLimit?: number | undefined;
  mutantCoverage?: { static?: Counts; perTest?: Record<string, Counts> };
};

/** The name that instrumented code looks for. */
const GLOBAL = '__stryker__';
/** A mutant that is reached so much more often than its original has changed how a loop ends. */
const HITS_FACTOR = 100;
/** Fewer say nothing: waiting for something takes as many rounds as it takes. */
const HITS_MIN = 10_000;

export const switchboard = ((globalThis as { [GLOBAL]?: Switchboard })[GLOBAL] ??= {});

/** Switches a mutant on, which the original reached so often. */
export function switchOn(id: string, hits = 0): void {
  Object.assign(switchboard, { activeMutant: id, hitCount: 0, hitLimit: Math.max(HITS_MIN, hits * HITS_FACTOR) });
}

export function switchOff(): void {
  Object.assign(switchboard, { activeMutant: undefined, hitCount: undefined, hitLimit: undefined });
}
