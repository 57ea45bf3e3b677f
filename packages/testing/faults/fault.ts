import type { Random } from '@estampa/stack/random';
import type { Stage } from './stage.ts';

/** One kind of misfortune, and what it happens to. */
export interface Fault<On = Stage> {
  /** For the command line. */
  readonly name: string;
  /** For the table. */
  readonly title: string;
  /** What it can strike; each run strikes one of them. */
  readonly targets: readonly string[];
  /** Whether servers have to have their data on disks of fixed size. */
  readonly hasSmallDisks?: true;
  /** Makes it happen; when it resolves, everything that was stopped runs again. */
  strike(stage: On, target: string, random: Random): Promise<void>;
}
