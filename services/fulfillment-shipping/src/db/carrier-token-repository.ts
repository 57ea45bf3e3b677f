import { createHash } from 'node:crypto';
import type { PruneRule } from '@estampa/kit/service/prune';
import { sealingKey, sealUnder, unsealUnder } from '@estampa/kit/rpc/sealed';
import { selected } from '@estampa/kit/postgres/rows';
import { integer } from '@estampa/kit/postgres/columns';
import { statement } from '@estampa/kit/postgres/statement';
import type { EntityManager } from '@mikro-orm/postgresql';
import { carrierToken } from './tables/carrier-token.ts';
import { type Granted, type StoredTokens, termsOf } from '../domain/oauth-tokens.ts';

/** Refresh tokens live 45 days; there are as many rows as a person has let the application in, so they need no index. */
export const ENDED_TOKENS: PruneRule = { table: 'carrier_token', where: `updated_at < now() - interval '60 days'` };

const PURPOSE = 'estampa carrier tokens';

export type Authorisation = { clientId: string; clientSecret: string; refreshToken: string };

export type TokenStore = ReturnType<typeof tokenStore>;

/**
 * The tokens of one authorisation, encrypted under the application's secret. A refresh token that is configured anew is
 * another authorisation, so replicas of the old and of the new configuration do not disturb each other.
 */
export function tokenStore(fork: () => EntityManager, { clientId, clientSecret, refreshToken }: Authorisation) {
  const key = sealingKey(clientSecret, clientId, PURPOSE);
  const id = createHash('sha256').update(`${clientId}\n${refreshToken}`).digest();
  const sealed = (token: string) => sealUnder(key, Buffer.from(token));
  const opened = (token: Buffer) => unsealUnder(key, token).toString();

  return {
    async read(): Promise<StoredTokens> {
      const row = await READ.first(fork(), [id]);
      if (!row) return UNUSED(refreshToken);
      return {
        ...row,
        accessToken: row.accessToken && opened(row.accessToken),
        refreshToken: opened(row.refreshToken),
      };
    },

    /** True for one caller at a time, until it stores what it got or its lease ends, and never for one that saw an older version. */
    async claim({ refreshToken: known, version }: StoredTokens, now: Date, until: Date): Promise<boolean> {
      return Boolean(await CLAIM.first(fork(), [id, sealed(known), version, now, until]));
    },

    async save({ version }: StoredTokens, granted: Granted, now: Date): Promise<void> {
      const { expiresAt, renewAt } = termsOf(granted, now);
      const tokens = [sealed(granted.accessToken), sealed(granted.refreshToken)];
      await STORE.all(fork(), [id, version, ...tokens, expiresAt, renewAt, now]);
    },

    /** Gives up a claim; with a time: since the refresh token was rejected then. */
    async release({ version }: StoredTokens, refusedAt: Date | null): Promise<void> {
      await RELEASE.all(fork(), [id, version, refusedAt]);
    },
  };
}

const UNUSED = (refreshToken: string): StoredTokens => ({
  accessToken: null,
  refreshToken,
  expiresAt: null,
  renewAt: null,
  refusedAt: null,
  version: 0,
});

const { id: _id, claimedUntil: _claimedUntil, updatedAt: _updatedAt, ...STORED } = carrierToken.columns;
const READ = statement(`select ${selected(STORED, 't')} from carrier_token as t where t.id = $1`, STORED);

/** Locks the row for no longer than this statement: the provider is called outside of any transaction. */
const CLAIM = statement(
  `insert into carrier_token as stored (id, refresh_token, version, claimed_until, updated_at)
   values ($1::bytea, $2::bytea, $3::int, $5::timestamptz, $4::timestamptz)
   on conflict (id) do update set claimed_until = excluded.claimed_until
   where stored.version = excluded.version
     and (stored.claimed_until is null or stored.claimed_until <= $4::timestamptz)
   returning version`,
  { version: integer },
);

const STORE = statement(
  `update carrier_token set access_token = $3, refresh_token = $4, expires_at = $5, renew_at = $6, updated_at = $7,
     version = version + 1, claimed_until = null, refused_at = null
   where id = $1 and version = $2`,
  {},
);

const RELEASE = statement(
  `update carrier_token set claimed_until = null, refused_at = coalesce($3::timestamptz, refused_at)
   where id = $1 and version = $2`,
  {},
);
