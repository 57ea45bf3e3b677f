import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { BaseSequencer } from 'vitest/node';

type TestFile = { readonly moduleId: string };

/**
 * End-to-end files take half a minute each, histories as long, files of a service some seconds, those of rules next to nothing.
 * Alerts run another program for a while, and bent prints are compared with ones that are traced point by point.
 */
const LONGEST_FIRST = [/\/e2e\//, /\/sim\/test\//, /\/test\//, /\/(?:alert-rules|surface-exactness)\.test/, /\/src\//];
const RULES_FROM = 3;
/** What their folder shares costs processor time from the first file that uses it to the last. */
const SHARING = /\bstartShared\w+\(/;

/**
 * The order of the test files, the same in every clone: whatever takes long begins first, so that no worker is left with a
 * long file when the others have finished. Within a kind the longest text counts for the longest time. The files of a folder
 * that has processes follow each other, those last that share them, so that these live for a part of the run only.
 */
export function longestFirst<One extends TestFile>(files: readonly One[]): One[] {
  const texts = new Map(files.map(({ moduleId }) => [moduleId, readFileSync(moduleId, 'utf8')]));
  const sizes = new Map<string, number>();
  for (const { moduleId } of files) {
    const folder = folderOf(moduleId);
    sizes.set(folder, (sizes.get(folder) ?? 0) + texts.get(moduleId)!.length);
  }
  const placeOf = ({ moduleId }: One): Place => {
    const [text, folder] = [texts.get(moduleId)!, folderOf(moduleId)];
    return [kindOf(moduleId), -sizes.get(folder)!, folder, Number(SHARING.test(text)), -text.length];
  };
  return files
    .map((file) => ({ file, place: placeOf(file) }))
    .toSorted((one, other) => inOrder(one.place, other.place))
    .map(({ file }) => file);
}

export default class LongestFirst extends BaseSequencer {
  override async sort(files: Parameters<BaseSequencer['sort']>[0]): ReturnType<BaseSequencer['sort']> {
    return longestFirst(files);
  }
}

type Place = readonly [kind: number, size: number, folder: string, isSharing: number, length: number];

function inOrder(one: Place, other: Place): number {
  const index = one.findIndex((part, at) => part !== other[at]);
  return index === -1 ? 0 : one[index]! < other[index]! ? -1 : 1;
}

const kindOf = (moduleId: string): number => LONGEST_FIRST.findIndex((kind) => kind.test(moduleId));

/** Rules need no processes. */
const folderOf = (moduleId: string): string => (kindOf(moduleId) < RULES_FROM ? dirname(moduleId) : '');
