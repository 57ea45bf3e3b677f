import { closeSync, openSync, writeSync } from 'node:fs';
import { hasPart, type Outcome, runHistory, type ShopShare } from './history/history.ts';
import type { Surroundings } from './history/rest.ts';
import { partOf } from './planted/bugs.ts';
import { resumeAllAtEnd } from './postgres/paused.ts';
import { prepare } from './setup.ts';

type Values = {
  seed: string;
  histories: string;
  first: string;
  every: string;
  times: string;
  shop: string;
  plant?: string | undefined;
  postgres: string;
  trace?: string | undefined;
};

/** Runs some histories of a seed; 0 when nothing was found, or when a planted bug was. Ends at the first that finds something. */
export async function simulate(values: Values): Promise<number> {
  const { histories, first, every, plant, postgres, trace } = values;
  const [seed, times] = [Number(values.seed), Number(values.times)];
  const shop = values.shop === 'only' ? 'only' : Number(values.shop);
  resumeAllAtEnd();
  await using resources = new AsyncDisposableStack();
  const prepared = await prepare(postgres, shop, resources, tracer(trace, resources));
  const part = plant && shop === 0 ? partOf(plant) : null;
  const started = performance.now();
  for (let run = 0; run < Number(histories); run += 1) {
    const index = Number(first) + run * Number(every);
    if (part && !hasPart(part, seed, index)) continue;
    const outcome = await runTimes(prepared, { seed, index, shop, times });
    if (trace || outcome.wrongs.length > 0) report(outcome);
    if (outcome.wrongs.length === 0) continue;
    if (!plant) {
      const withShop = shop === 0 ? '' : ` --shop ${shop}`;
      console.log(`again: npm run sim -- --seed ${seed} --first ${index} --histories 1${withShop}`);
      return 1;
    }
    console.log(`${plant} was found by history ${index} of seed ${seed}`);
    // To whoever started several.
    process.send?.(index);
    return 0;
  }
  const seconds = (performance.now() - started) / 1_000;
  const found = plant ? `, and ${plant} was not found` : ', and nothing is wrong';
  console.log(`${histories} histories of seed ${seed} in ${seconds.toFixed(0)} s${found}`);
  return plant ? 1 : 0;
}

async function runTimes(
  surroundings: Surroundings,
  { times, ...history }: { seed: number; index: number; shop: ShopShare; times: number },
): Promise<Outcome> {
  const digests = new Set<string>();
  for (let time = 1; ; time += 1) {
    const outcome = await runHistory(surroundings, history);
    await surroundings.clear();
    digests.add(outcome.digest);
    if (digests.size > 1)
      return { ...outcome, wrongs: [`${time} runs had ${digests.size} digests`, ...outcome.wrongs] };
    if (time >= times) return outcome;
  }
}

function report({ index, digest, steps, wrongs }: Outcome): void {
  console.log(`history ${index}: ${steps} steps, digest ${digest}`);
  for (const wrong of wrongs) console.log(`  ${wrong}`);
}

function tracer(path: string | undefined, resources: AsyncDisposableStack): Surroundings['trace'] {
  if (path === undefined) return null;
  const file = openSync(path, 'w');
  resources.defer(() => closeSync(file));
  return (line) => void writeSync(file, `${line}\n`);
}
