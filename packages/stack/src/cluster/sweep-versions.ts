/**
 * Removes old versions from a bucket whose store has no rules for that (NoncurrentVersionExpiration): what was replaced or deleted more than
 * ESTAMPA_VERSION_DAYS ago. Run by the schedule of k8s/production/storage.yaml; twice does no harm. Ends with 1 when the store rejected something.
 */
import { DeleteObjectsCommand, ListObjectVersionsCommand, S3Client } from '@aws-sdk/client-s3';
import { givenBucketStore } from '../infrastructure/given-servers.ts';
import { type StoredVersion, superfluousVersions } from './superfluous-versions.ts';

const DAY_MS = 86_400_000;
/** As many as S3 lists or deletes by one request. */
const PAGE = '1000';
const REQUEST_DEADLINE_MS = 60_000;

const store = givenBucketStore();
const { ESTAMPA_BUCKET: Bucket = 'estampa', ESTAMPA_VERSION_DAYS: days = '7' } = process.env;
const page = Number(process.env.ESTAMPA_VERSION_PAGE ?? PAGE);
if (!store) throw new Error('Name ESTAMPA_S3_ENDPOINT.');
if (!(Number(days) > 0)) throw new Error('ESTAMPA_VERSION_DAYS is a number of days.');
const client = new S3Client({ ...store, forcePathStyle: true });
const soon = () => ({ abortSignal: AbortSignal.timeout(REQUEST_DEADLINE_MS) });

/** All versions of one key after the other; a page may end among those of a key. */
async function* versionsByKey(): AsyncGenerator<StoredVersion[]> {
  let open: StoredVersion[] = [];
  let from: { KeyMarker?: string; VersionIdMarker?: string } | undefined = {};
  while (from) {
    const list: ListObjectVersionsCommand = new ListObjectVersionsCommand({ Bucket, MaxKeys: page, ...from });
    const found = await client.send(list, soon());
    const { Versions = [], DeleteMarkers = [], IsTruncated, NextKeyMarker, NextVersionIdMarker } = found;
    const listed = [
      ...Versions.map((one) => ({ ...one, isMarker: false })),
      ...DeleteMarkers.map((one) => ({ ...one, isMarker: true })),
    ].map(({ Key, VersionId, LastModified, IsLatest = false, isMarker }) => ({
      key: Key!,
      versionId: VersionId!,
      changedAt: LastModified!,
      isLatest: IsLatest,
      isMarker,
    }));
    const byKey = Map.groupBy([...open, ...listed], ({ key }) => key);
    from = IsTruncated ? { KeyMarker: NextKeyMarker, VersionIdMarker: NextVersionIdMarker } : undefined;
    open = (IsTruncated && byKey.get(NextKeyMarker ?? '')) || [];
    if (IsTruncated && open.length === 0)
      throw new Error('The store does not say by a key of its list where that goes on');
    for (const versions of byKey.values()) if (versions !== open) yield versions;
  }
}

async function remove(versions: readonly StoredVersion[]): Promise<number> {
  const Objects = versions.map(({ key, versionId }) => ({ Key: key, VersionId: versionId }));
  const { Errors = [] } = await client.send(
    new DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } }),
    soon(),
  );
  for (const { Key, VersionId, Code } of Errors) console.error(`${Key} ${VersionId}: ${Code}`);
  return Errors.length;
}

const before = new Date(Date.now() - Number(days) * DAY_MS);
let [checked, removed, rejected] = [0, 0, 0];
const due: StoredVersion[] = [];
const removeDue = async (): Promise<void> => {
  while (due.length > 0) {
    const batch = due.splice(0, page);
    const errors = await remove(batch);
    rejected += errors;
    removed += batch.length - errors;
  }
};
for await (const versions of versionsByKey()) {
  checked += versions.length;
  due.push(...superfluousVersions(versions, before));
  if (due.length >= page) await removeDue();
}
await removeDue();
console.log(`${checked} versions checked, ${removed} removed, ${rejected} failed`);
process.exitCode = rejected === 0 ? 0 : 1;
client.destroy();
