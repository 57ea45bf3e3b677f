import { createHash } from 'node:crypto';
import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { addProgress, type ProgressLine, readProgress } from './plan.ts';

/**
 * Kills of earlier runs of the same code, which a run that was cut off or had fewer tests leaves behind; `base` begins the paths of the
 * target's files. They are kept for later runs, while what else is known is forgotten.
 */
export function takePastKills(base: string, sources: ReadonlyMap<string, string>): ProgressLine[] {
  const digest = createHash('sha256')
    .update(JSON.stringify([...sources]))
    .digest('hex');
  const isSameCode = globSync(`${base}.digest`).some((path) => readFileSync(path, 'utf8') === digest);
  const progressFiles = globSync(`${base}-*.progress`);
  const kills = isSameCode ? progressFiles.flatMap(readProgress).filter(({ verdict }) => verdict === 'killed') : [];
  for (const path of progressFiles) rmSync(path);
  writeFileSync(`${base}.digest`, digest);
  for (const kill of kills) addProgress(`${base}-past.progress`, kill);
  return kills;
}
