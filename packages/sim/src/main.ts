import { parseArgs } from 'node:util';
import { hookModules } from './environment/hooks.ts';
import { virtualizeEnvironment } from './environment/virtual-clock.ts';
import { isOfShop, PLANTED } from './planted/bugs.ts';

const { values: given } = parseArgs({
  // After the name of the command.
  args: process.argv.slice(2).filter((argument) => argument !== 'sim'),
  options: {
    seed: { type: 'string', default: '1' },
    histories: { type: 'string', default: '100' },
    /** The index of the first history, and how far the next one is from it. */
    first: { type: 'string', default: '0' },
    every: { type: 'string', default: '1' },
    /** How often each is run: all of its runs must have the same digest. */
    times: { type: 'string', default: '1' },
    /** Which share of them has a second part, with catalog and media-render; `only` that one where the bug is in it, else none by default. */
    shop: { type: 'string' },
    /** The name of a bug that is to be found. */
    plant: { type: 'string' },
    /** Looks for all planted bugs, so long for each, and writes to the page which history finds it. */
    plants: { type: 'boolean', default: false },
    minutes: { type: 'string', default: '5' },
    /** Writes each step to this file. */
    trace: { type: 'string' },
    /** A superuser's address of a server to use; without it one is started, and all processors are used. */
    postgres: { type: 'string' },
  },
});
const { plants, minutes, plant, ...others } = given;
const patches = plant === undefined ? [] : PLANTED[plant];
if (!patches) throw new Error(`no planted bug "${plant}"; there are: ${Object.keys(PLANTED).join(', ')}`);
const shop = given.shop ?? (plant !== undefined && isOfShop(plant) ? 'only' : '0');
const values = { ...others, plant, shop };

if (plants) {
  const { seekPlanted } = await import('./planted/seek.ts');
  process.exitCode = await seekPlanted(values, Number(minutes));
} else if (values.postgres === undefined) {
  const { runOnAllProcessors } = await import('./all-processors.ts');
  process.exitCode = (await runOnAllProcessors(values)).code;
} else {
  // Before anything of the services is loaded.
  hookModules(patches);
  virtualizeEnvironment();
  const { simulate } = await import('./simulate.ts');
  process.exitCode = await simulate({ ...values, postgres: values.postgres });
}
