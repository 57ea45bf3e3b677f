/** A version of an object, or the mark of its deletion, as S3 lists them. */
export interface StoredVersion {
  readonly key: string;
  readonly versionId: string;
  readonly changedAt: Date;
  readonly isLatest: boolean;
  readonly isMarker: boolean;
}

/**
 * Which of all versions of one key may go: those that something newer took the place of before `before`, as S3's NoncurrentVersionExpiration has it. The
 * mark of a deletion goes last, alone: without it the version below it would be shown again.
 */
export function superfluousVersions(ofOneKey: readonly StoredVersion[], before: Date): StoredVersion[] {
  const newestFirst = ofOneKey.toSorted(
    (a, b) => Number(b.isLatest) - Number(a.isLatest) || b.changedAt.getTime() - a.changedAt.getTime(),
  );
  const [latest] = newestFirst;
  if (newestFirst.length === 1 && latest?.isMarker) return latest.changedAt < before ? [latest] : [];
  return newestFirst.filter((one, at) => !one.isLatest && (newestFirst[at - 1]?.changedAt ?? before) < before);
}
