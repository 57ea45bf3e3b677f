import { statSync } from 'node:fs';

type TestFile = {
  readonly path: string;
  readonly context: { readonly config: { readonly displayName?: { readonly name: string } } };
};

/** End-to-end files take half a minute each, files of a service some seconds, those of rules next to nothing. */
const LONGEST_FIRST = ['e2e', 'service', 'unit'];

/**
 * The order of the test files, the same in every clone: whatever takes long begins first, so that no worker is left with a
 * long file when the others have finished. Within a kind the longest text counts for the longest time.
 */
export default class LongestFirst {
  sort<One extends TestFile>(files: readonly One[]): One[] {
    const sizes = new Map(files.map(({ path }) => [path, statSync(path).size]));
    return files.toSorted((one, other) => kindOf(one) - kindOf(other) || sizes.get(other.path)! - sizes.get(one.path)!);
  }

  /** `--onlyFailures` needs a memory of earlier runs, which is not kept. */
  allFailedTests<One>(files: One[]): One[] {
    return files;
  }

  cacheResults(): void {}
}

const kindOf = ({ context }: TestFile): number => LONGEST_FIRST.indexOf(context.config.displayName?.name ?? '');
