import { registerHooks } from 'node:module';
import { readPlan } from './plan.ts';

const { sources } = readPlan();

/** Node loads the instrumented text in place of the file's own. */
registerHooks({
  load(url, context, nextLoad) {
    const source = sources[url];
    return source === undefined ? nextLoad(url, context) : { format: 'module-typescript', source, shortCircuit: true };
  },
});
