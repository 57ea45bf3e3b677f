/** What one renewal gives. */
export type Granted = { accessToken: string; refreshToken: string; lifetimeMs: number };

/** The stored part of an authorisation. */
export type StoredTokens = {
  /** Null until the first renewal. */
  accessToken: string | null;
  refreshToken: string;
  expiresAt: Date | null;
  renewAt: Date | null;
  /** When the provider last did not take the refresh token. */
  refusedAt: Date | null;
  /** Grows with every renewal. */
  version: number;
};

/** Of an access token's life, after which it is renewed: what is left is time enough for an outage. */
const RENEWED_AFTER = 0.8;
/** A token that is sent now has to be good when it arrives. */
const ON_THE_WAY_MS = 60_000;
/** A refresh token that was rejected hardly ever comes to life: only seldom is it tried again. */
export const REJECTED_FOR_MS = 300_000;

export const termsOf = ({ lifetimeMs }: Granted, now: Date): { expiresAt: Date; renewAt: Date } => ({
  expiresAt: new Date(now.getTime() + lifetimeMs),
  renewAt: new Date(now.getTime() + lifetimeMs * RENEWED_AFTER),
});

/** The access token, as long as it will be accepted. */
export const usable = ({ accessToken, expiresAt }: StoredTokens, now: Date): string | null =>
  expiresAt && expiresAt.getTime() - ON_THE_WAY_MS > now.getTime() ? accessToken : null;

export const isRenewalDue = ({ renewAt }: StoredTokens, now: Date): boolean => !renewAt || renewAt <= now;

export const wasJustRejected = ({ refusedAt }: StoredTokens, now: Date): boolean =>
  refusedAt !== null && refusedAt.getTime() + REJECTED_FOR_MS > now.getTime();
