import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { REPOSITORY } from '@estampa/stack/paths';
import { runAtServer, type Values, withServer } from '../all-processors.ts';
import { isOfShop, PLANTED } from './bugs.ts';
import { foundBy, soonestFirst, withSought } from './found.ts';

const PAGE = join(REPOSITORY, 'docs/simulator.md');
const MINUTE_MS = 60_000;
/** Each is to be found within so many. */
const HISTORIES = 10_000;

/** Looks for the planted bug of that name, or for all, one after the other; each goes to the page at once. 1 when one was not found. */
export const seekPlanted = (values: Values, minutes: number): Promise<number> =>
  withServer((postgres) => seekAt(postgres, values, minutes));

async function seekAt(postgres: string, { plant, ...values }: Values, minutes: number): Promise<number> {
  const names = Object.keys(PLANTED);
  const missing: string[] = [];
  for (const name of plant === undefined ? soonestFirst(pageNow(), names) : [plant]) {
    const options = { ...values, plant: name, shop: isOfShop(name) ? 'only' : '0' };
    const history = await historyThatFinds(postgres, options, minutes * MINUTE_MS);
    const found = history === null ? `none in ${minutes} minutes` : foundBy(history, values.seed!);
    if (history === null) missing.push(name);
    const on = new Date().toISOString().slice(0, 'yyyy-mm-dd'.length);
    writeFileSync(PAGE, withSought(pageNow(), { name, found, on }, names));
  }
  if (missing.length > 0) console.log(`not found: ${missing.join(', ')}`);
  return missing.length > 0 ? 1 : 0;
}

/** Only what nothing is wrong in without the bug counts. */
async function historyThatFinds(postgres: string, options: Values, withinMs: number): Promise<number | null> {
  const endAt = Date.now() + withinMs;
  for (let first = Number(options.first); ;) {
    const planted = { ...options, first: String(first), histories: String(HISTORIES - first) };
    const { history } = await runAtServer(postgres, planted, endAt - Date.now());
    if (history === null) return null;
    const alone = { ...options, plant: undefined, first: String(history), histories: '1' };
    const { code } = await runAtServer(postgres, alone);
    if (code === 0) return history;
    first = history + 1;
  }
}

const pageNow = (): string => readFileSync(PAGE, 'utf8');
