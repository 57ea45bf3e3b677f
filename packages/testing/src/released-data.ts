import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ServiceName } from '@estampa/kernel/topics';
import type { Json } from '@estampa/stack/demo/api';
import { createDatabase, sealTemplate, withDatabase } from '@estampa/stack/infrastructure/databases';
import { createBucket } from '@estampa/stack/infrastructure/object-store';
import { databaseName } from '@estampa/stack/topology';
import { restoreData } from './data-dump.ts';
import type { MarketplaceOptions } from './marketplace.ts';
import { restoreObjects } from './objects.ts';
import { currentTestRun } from './test-run.ts';

export const RELEASED = join(import.meta.dirname, '../released');
const DATA = join(RELEASED, 'data');
/** Of the sandbox's directory. */
export const JOURNAL = 'journal.jsonl';

/** A GET request, and what the release responded. */
export type Shown = { as: string; path: string; response: Json };

/** What the release's own API said of the data that it made. Example data: nobody in it exists. */
export type Recorded = {
  version: string;
  takenAt: string;
  gatewayUrl: string;
  password: string;
  /** E-mail addresses by role. */
  people: Record<string, string>;
  shown: Shown[];
  /** A request with a key, as it was sent, and its response. */
  keyed: { as: string; path: string; key: string; body: Json; status: number; response: Json };
  refreshToken: string;
  ids: Record<string, string>;
};

export const readData = (name: string): string => readFileSync(join(DATA, name), 'utf8');

export function writeData(files: Readonly<Record<string, string>>): void {
  mkdirSync(DATA, { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(DATA, name), text);
}

export const readRecorded = (): Recorded => JSON.parse(readData('recorded.json')) as Recorded;

/** Databases, bucket and sandbox as the last release left them, for a marketplace to be started on. */
export async function restoreRelease(): Promise<{ options: MarketplaceOptions; ageMs: number }> {
  const { infrastructure, directory } = currentTestRun();
  const ageMs = Date.now() - Date.parse(readRecorded().takenAt);
  const suffix = randomBytes(4).toString('hex');
  const bucket = `estampa-released-${suffix}`;
  await createBucket(infrastructure.objectStore, bucket);
  await restoreObjects(infrastructure.objectStore, bucket, readData('objects.jsonl'));
  const sandbox = join(directory, `released-${suffix}`);
  mkdirSync(sandbox, { recursive: true });
  writeFileSync(join(sandbox, JOURNAL), shifted(readData('sandbox.jsonl'), ageMs));
  return {
    ageMs,
    options: {
      bucket,
      template: (service) => restoreDatabase(service, `released_${suffix}_`, ageMs),
      environment: { sandbox: { SANDBOX_DATA_DIR: sandbox } },
    },
  };
}

async function restoreDatabase(service: ServiceName, prefix: string, ageMs: number): Promise<string> {
  const { infrastructure, secrets } = currentTestRun();
  const superuserUrl = infrastructure.postgres.url;
  const name = databaseName(service, prefix);
  const url = await createDatabase(superuserUrl, { name, password: secrets.databasePassword });
  await withDatabase(url, (database) => database.query(readFileSync(join(RELEASED, `${service}.sql`), 'utf8')));
  await withDatabase(Object.assign(new URL(superuserUrl), { pathname: name }).href, (database) =>
    restoreData(database, readData(`${service}.sql`), ageMs),
  );
  await sealTemplate(superuserUrl, name);
  return name;
}

const DAY_MS = 24 * 60 * 60_000;
const TIME = /\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g;
const DATE = /"\d{4}-\d\d-\d\d"/g;

const moved = (time: string, byMs: number): string => new Date(Date.parse(time) + byMs).toISOString();

/** A text with its times and dates so much later. */
const shifted = (text: string, ageMs: number): string =>
  text
    .replace(TIME, (time) => moved(time, ageMs))
    .replace(DATE, (date) => `"${moved(date.slice(1, -1), ageMs - (ageMs % DAY_MS)).slice(0, 10)}"`);

/** A response in the words of the recorded one: with the address of the release's gateway, and times that were moved as they were. */
export function asRecorded(response: Json, { gatewayUrl, ageMs, recorded }: Here): Json {
  const known = JSON.stringify(recorded.shown) + JSON.stringify(recorded.keyed.response);
  const back = (time: string): string => {
    const before = moved(time, -ageMs);
    return known.includes(before) ? before : time;
  };
  const text = JSON.stringify(response).replaceAll(gatewayUrl, recorded.gatewayUrl).replace(TIME, back);
  return JSON.parse(text);
}

type Here = { gatewayUrl: string; ageMs: number; recorded: Recorded };
