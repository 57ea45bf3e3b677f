import { isUuid, LOWEST_ID } from '@estampa/kernel/ids';
import { imageOfObject, objectsOfImage } from '@estampa/kernel/image-sizes';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { ListedObject } from '../../adapters/object-store.ts';
import type { Context } from '../../context.ts';
import { storedRecords } from '../../db/stored-record-repository.ts';
import { isOlderVersion, keysOfArtwork, ownerOfKey } from '../../domain/key-owner.ts';

/** What is younger may still be on its way into a record. */
export const YOUNG_MS = 60 * 60_000;
const RECORDS_AT_ONCE = 200;
const CHECKS_AT_ONCE = 16;

export type Finding = { kind: 'object_without_record' | 'record_without_object'; key: string };
export type Comparison = { objects: number; records: number; findings: number };

type Surroundings = Pick<Context, 'em' | 'store'>;

/** Compares storage with what is known of it, both ways, a page at a time; nothing is changed. */
export async function compareStorage(
  context: Surroundings,
  changedBefore: Date,
  report: (finding: Finding) => void,
): Promise<Comparison> {
  const { em, store } = context;
  const counted: Comparison = { objects: 0, records: 0, findings: 0 };
  const found = (kind: Finding['kind'], keys: readonly string[]) => {
    for (const key of keys) report({ kind, key });
    counted.findings += keys.length;
  };
  for await (const page of store.list()) {
    counted.objects += page.length;
    found('object_without_record', await withoutRecord(em.fork(), page, changedBefore));
  }
  for await (const keys of keysOnRecord(em)) {
    counted.records += keys.length;
    found('record_without_object', await withoutObject(context, keys));
  }
  return counted;
}

async function withoutRecord(em: EntityManager, page: readonly ListedObject[], before: Date): Promise<string[]> {
  const keys = page.filter(({ changedAt }) => changedAt < before).map(({ key }) => key);
  const owned = keys.map((key) => ({ key, owner: ownerOfKey(key) }));
  const ids = (name: 'artworkId' | 'templateId') => [
    ...new Set(
      owned.flatMap(({ owner }) => (owner && name in owner ? (owner as Record<typeof name, string>)[name] : [])),
    ),
  ];
  const artworks = await storedRecords.findArtworks(em, ids('artworkId').filter(isUuid));
  const templates = await storedRecords.findTemplates(em, ids('templateId'));
  const known = new Set([
    ...artworks.flatMap(keysOfArtwork),
    ...templates.flatMap((template) => template.keys),
    ...(await storedRecords.findExpected(em, keys.map(imageOfObject))),
  ]);
  const byId = new Map(artworks.map((artwork) => [artwork.id, artwork]));
  return owned.flatMap(({ key, owner }) => {
    const artwork = owner && 'artworkId' in owner ? byId.get(owner.artworkId) : undefined;
    return known.has(imageOfObject(key)) || (artwork && isOlderVersion(key, artwork)) ? [] : key;
  });
}

async function* keysOnRecord(em: EntityManager): AsyncGenerator<string[]> {
  const artworks = (after: string) => storedRecords.findArtworksAfter(em.fork(), after, RECORDS_AT_ONCE);
  for await (const some of inPages(artworks, LOWEST_ID, ({ id }) => id)) yield some.flatMap(keysOfArtwork);
  const templates = (after: string) => storedRecords.findTemplatesAfter(em.fork(), after, RECORDS_AT_ONCE);
  for await (const some of inPages(templates, '', ({ id }) => id)) yield some.flatMap(({ keys }) => keys);
  const profileImages = (after: string) => storedRecords.findProfileImagesAfter(em.fork(), after, RECORDS_AT_ONCE);
  for await (const some of inPages(profileImages, '', ({ key }) => key)) yield some.map(({ key }) => key);
  const productImages = (after: string) => storedRecords.findPhotosAfter(em.fork(), after, RECORDS_AT_ONCE);
  for await (const some of inPages(productImages, '', ({ key }) => key)) yield some.map(({ key }) => key);
  const sold = (after: string) => storedRecords.findSoldImagesAfter(em.fork(), after, RECORDS_AT_ONCE);
  for await (const some of inPages(sold, '', ({ key }) => key)) yield some.map(({ key }) => key);
  const profiles = (after: string) => storedRecords.findPressProfilesAfter(em.fork(), after, RECORDS_AT_ONCE);
  for await (const some of inPages(profiles, '', ({ key }) => key)) yield some.map(({ key }) => key);
  const prints = (after: string) => storedRecords.findPrintsAfter(em.fork(), after, RECORDS_AT_ONCE);
  for await (const some of inPages(prints, '', ({ key }) => key)) yield some.map(({ key }) => key);
}

async function* inPages<T>(
  load: (after: string) => Promise<T[]>,
  first: string,
  idOf: (row: T) => string,
): AsyncGenerator<T[]> {
  for (let some = await load(first); some.length > 0; some = await load(idOf(some.at(-1)!))) yield some;
}

async function withoutObject({ store }: Surroundings, keys: readonly string[]): Promise<string[]> {
  const missing: string[] = [];
  for (let at = 0; at < keys.length; at += CHECKS_AT_ONCE) {
    const some = keys.slice(at, at + CHECKS_AT_ONCE);
    const objects = some.flatMap(objectsOfImage).map(({ key }) => key);
    const stored = await Promise.all(objects.map((key) => store.head(key)));
    missing.push(...objects.filter((_key, index) => !stored[index]));
  }
  return missing;
}
