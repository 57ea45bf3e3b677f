import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { passwordHashing } from '../metrics.ts';
import { boundedQueue } from './bounded-queue.ts';
import { finishInPairs } from './finish-together.ts';

export type Passwords = {
  /** A queued password whose `signal` aborts is skipped, with `gave_up`. */
  hash(password: string, signal: AbortSignal | null): Promise<string>;
  /** Takes the same time when there is no hash to compare with. */
  matches(passwordHash: string | null, password: string, signal: AbortSignal | null): Promise<boolean>;
  /** Made at another cost than passwords are hashed at now. */
  isOutdated(passwordHash: string): boolean;
};

/** What one hash costs: memory in KiB, and how often it is gone over. */
export type PasswordCost = { memoryCost: number; timeCost: number };

const PARALLELISM = 1;
const RANDOM_BYTES = 32;
/**
 * Twice as many as there are processors, so that none of these rests while the main thread hands over the next; they take the cache
 * from each other, but that costs less. libuv has four threads.
 */
const HASHES_AT_ONCE = Math.min(2 * availableParallelism(), 4);
/** Some seconds of work; a later caller would give up before its result. */
const HASHES_WAITING_MAX = 100;
/**
 * Each hash touches more memory than the processor's caches have, so what runs after it starts with cold caches: requests released
 * as a group share warm ones, and the round trips that follow. It saves a tenth of the processor time of a busy machine.
 */
const TOGETHER = { most: 8, waitMs: 60 };

/** Argon2id, with a decoy for accounts that do not exist. Work and memory are bounded, however many requests there are. */
export async function createPasswords(cost: PasswordCost): Promise<Passwords> {
  const options = { ...cost, parallelism: PARALLELISM };
  const prefix = `$argon2id$v=19$m=${cost.memoryCost},t=${cost.timeCost},p=${PARALLELISM}$`;
  const decoy = await hash(randomBytes(RANDOM_BYTES), options);
  const queued = boundedQueue({ atOnce: HASHES_AT_ONCE, waitingMax: HASHES_WAITING_MAX });
  const together = finishInPairs(TOGETHER);
  const timed = <T>(work: 'hash' | 'verify', signal: AbortSignal | null, run: () => Promise<T>): Promise<T> =>
    together(() =>
      queued(async () => {
        const seconds = passwordHashing.startTimer({ work });
        return run().finally(() => seconds());
      }, signal),
    );
  return {
    hash: (password, signal) => timed('hash', signal, () => hash(composed(password), options)),
    async matches(passwordHash, password, signal) {
      const matched = await timed('verify', signal, () => verify(passwordHash ?? decoy, composed(password)));
      return matched && passwordHash !== null;
    },
    isOutdated: (passwordHash) => !passwordHash.startsWith(prefix),
  };
}

/** Keyboards compose accents differently; the person means the same. */
const composed = (password: string): string => password.normalize('NFC');
