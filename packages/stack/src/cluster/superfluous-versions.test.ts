import { expect, it } from 'vitest';
import { type StoredVersion, superfluousVersions } from './superfluous-versions.ts';

const BEFORE = new Date('2026-03-08T00:00:00Z');
const version = (versionId: string, day: string, more: Partial<StoredVersion> = {}): StoredVersion => ({
  key: 'public/renders/1.webp',
  versionId,
  changedAt: new Date(`2026-${day}Z`),
  isLatest: false,
  isMarker: false,
  ...more,
});
const latest = { isLatest: true };
const deleted = { isLatest: true, isMarker: true };
const LAST_TIMESTAMP = '03-07T23:59:59.999';
const AT_THE_GATEWAY = '03-08T00:00:00.000';

it.each<[string, StoredVersion[], string[]]>([
  ['nothing of what is shown, however old', [version('a', '01-01', latest)], []],
  ['what was replaced long enough ago', [version('b', LAST_TIMESTAMP, latest), version('a', '01-01')], ['a']],
  ['not what was replaced since, however old it is', [version('b', AT_THE_GATEWAY, latest), version('a', '01-01')], []],
  [
    'each by what came after it, in whatever order they are listed',
    [version('a', '01-01'), version('c', '03-09', latest), version('b', '02-01')],
    ['a'],
  ],
  ['what was deleted, before the mark of it', [version('m', '01-02', deleted), version('a', '01-01')], ['a']],
  ['not what was deleted since', [version('m', AT_THE_GATEWAY, deleted), version('a', '01-01')], []],
  ['a mark that stands alone', [version('m', LAST_TIMESTAMP, deleted)], ['m']],
  ['not a younger one', [version('m', AT_THE_GATEWAY, deleted)], []],
  [
    'marks below a mark',
    [version('n', '01-03', deleted), version('m', '01-02', { isMarker: true }), version('a', '01-01')],
    ['m', 'a'],
  ],
  ['of nothing nothing', [], []],
])('removes %s', (_, versions, expected) => {
  expect(superfluousVersions(versions, BEFORE).map(({ versionId }) => versionId)).toEqual(expected);
});
