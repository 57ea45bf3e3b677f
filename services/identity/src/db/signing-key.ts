import type { SigningKey } from '@estampa/contracts/identity/v1/auth';
import { json, statement } from '@estampa/kit/statement';
import type { EntityManager } from '@mikro-orm/postgresql';

/** As many as a gateway keeps. */
const KEYS_MAX = 32;

const PUBLISH = statement(
  `insert into signing_key (kid, jwk, published_until)
   select key ->> 'kid', key, $2 from jsonb_array_elements($1::jsonb) as key
   on conflict (kid) do update set published_until = greatest(signing_key.published_until, excluded.published_until)`,
  {},
);

export const publishKeys = (em: EntityManager, keys: readonly SigningKey[], until: Date): Promise<unknown> =>
  PUBLISH.all(em, [JSON.stringify(keys), until]);

const PUBLISHED = statement(
  `select jwk from signing_key where published_until > $1 order by published_until desc, kid limit ${KEYS_MAX}`,
  { jwk: json<SigningKey>() },
);

/** Those of all replicas, also of some that are no more. */
export const findPublishedKeys = async (em: EntityManager, now: Date): Promise<SigningKey[]> =>
  (await PUBLISHED.all(em, [now])).map(({ jwk }) => jwk);
