import { registerHooks } from 'node:module';
import { dirname } from 'node:path';
import { readPlan } from './plan.ts';

const { sources, progressFile } = readPlan();

// What a mutant writes where it happens to run, as an ORM does its snapshots, is not left in the repository.
process.chdir(dirname(progressFile));

/** Node loads the instrumented text in place of the file's own. */
registerHooks({
  load(url, context, nextLoad) {
    const source = sources[url];
    return source === undefined ? nextLoad(url, context) : { format: 'module-typescript', source, shortCircuit: true };
  },
});
