import { statSync } from 'node:fs';
import { BaseSequencer } from 'vitest/node';

type TestFile = { readonly moduleId: string };

/**
 * End-to-end files take half a minute each, files of a service some seconds, those of rules next to nothing.
 * Alerts run another program for a while, and the demo's images are drawn.
 */
const LONGEST_FIRST = [/\/e2e\//, /\/test\//, /\/alert-rules\.|\/demo\//, /\/src\//];

/**
 * The order of the test files, the same in every clone: whatever takes long begins first, so that no worker is left with a
 * long file when the others have finished. Within a kind the longest text counts for the longest time.
 */
export function longestFirst<One extends TestFile>(files: readonly One[]): One[] {
  const sizes = new Map(files.map(({ moduleId }) => [moduleId, statSync(moduleId).size]));
  return files.toSorted(
    (one, other) => kindOf(one) - kindOf(other) || sizes.get(other.moduleId)! - sizes.get(one.moduleId)!,
  );
}

export default class LongestFirst extends BaseSequencer {
  override async sort(files: Parameters<BaseSequencer['sort']>[0]): ReturnType<BaseSequencer['sort']> {
    return longestFirst(files);
  }
}

const kindOf = ({ moduleId }: TestFile): number => LONGEST_FIRST.findIndex((kind) => kind.test(moduleId));
