/** The last block of the ledger's chain at some time, as it is stored outside of the database. */
export type LedgerHead = { number: number; hash: string };

const STORED = 'heads';
/** An object of this name says that a restore went back behind a head: a person stores it. */
const FORGONE = 'forgone';
const DIGITS = 12;
const KEY = /^(heads|forgone)\/(\d+)-([0-9a-f]{64})\.json$/;

/** Names all that a head says, so a list of names is enough to compare, and another hash of the same number is another object. */
export const keyOfHead = ({ number, hash }: LedgerHead): string =>
  `${STORED}/${String(number).padStart(DIGITS, '0')}-${hash}.json`;

/** What is stored, each head once: versions and replicas repeat them. Those that a restore went behind count for nothing. */
export function headsOf(keys: readonly string[]): { heads: LedgerHead[]; forgone: number } {
  const named = (kind: string) =>
    new Map(
      keys.flatMap((key) => {
        const [, found, number, hash] = KEY.exec(key) ?? [];
        return found === kind ? [[`${Number(number)}-${hash}`, { number: Number(number), hash: hash! }] as const] : [];
      }),
    );
  const [stored, forgone] = [named(STORED), named(FORGONE)];
  const counted = [...stored].filter(([name]) => !forgone.has(name)).map(([, head]) => head);
  return { heads: counted.toSorted((one, other) => one.number - other.number), forgone: stored.size - counted.length };
}

/** Heads of which the chain has no block, or another one: it was cut, or made anew. */
export const lostHeads = (heads: readonly LedgerHead[], sealed: readonly LedgerHead[]): LedgerHead[] => {
  const hashes = new Map(sealed.map(({ number, hash }) => [number, hash]));
  return heads.filter(({ number, hash }) => hashes.get(number) !== hash);
};
