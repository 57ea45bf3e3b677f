import type { Model } from './check.ts';

/** What came of a request with an idempotency key: what it made, or why it was rejected. */
export type Outcome = { made: string } | { rejected: string };

/** An idempotency key: the first request that decides something decides for all. A rejection that invites another try decides nothing. */
export const IDEMPOTENCY_KEY: Model<string, null, Outcome | 'again'> = {
  initial: '',
  next(decided, _input, output) {
    if (output === null || output === 'again') return decided;
    const outcome = 'made' in output ? `made ${output.made}` : `rejected ${output.rejected}`;
    return decided === '' || decided === outcome ? outcome : null;
  },
  keyOf: (decided) => decided,
};

export type LeaseInput = { owner: string; action: 'take' | 'leave' };

/** A lease: who has it may act, and nobody else until that one has left it. */
export const LEASE: Model<string, LeaseInput, true> = {
  initial: '',
  next: (owner, input) => {
    if (input.action === 'take') return owner === '' ? input.owner : null;
    return owner === input.owner ? '' : null;
  },
  keyOf: (owner) => owner,
};

/**
 * A version that another service replicates: a write has settled when that service shows it, and each read shows what it has come to. It
 * may have come further by what nobody recorded, but never goes back.
 */
export type VersionInput = { action: 'write' } | { action: 'read' };
export const VERSION: Model<number, VersionInput, number> = {
  initial: 0,
  next(version, { action }, output) {
    if (output === null) return version;
    if (action === 'write') return Math.max(version, output);
    return output >= version ? output : null;
  },
  keyOf: String,
};
