import type { SigningKey } from '@estampa/contracts/identity/v1/auth';
import { boolean } from '@estampa/kit/postgres/columns';
import { statement } from '@estampa/kit/postgres/statement';
import type { EntityManager } from '@mikro-orm/postgresql';
import { signingKey } from './tables/signing-key.ts';

/** More than any rotation needs. */
const KEYS_MAX = 32;

export const signingKeys = {
  /** Those of all replicas, also of some that are no more. */
  findPublished: async (em: EntityManager, now: Date): Promise<SigningKey[]> =>
    (await PUBLISHED.all(em, [now])).map(({ jwk }) => jwk),

  /** That they are published until then, or longer where that was said before. Gives the ids of those that were not published. */
  async save(em: EntityManager, keys: readonly SigningKey[], until: Date): Promise<string[]> {
    const saved = await SAVE.all(em, [JSON.stringify(keys), until]);
    return saved.filter(({ isNew }) => isNew).map(({ kid }) => kid);
  },
};

const PUBLISHED = statement(
  `select jwk from signing_key where published_until > $1 order by published_until desc, kid limit ${KEYS_MAX}`,
  signingKey.pick('jwk'),
);

const SAVE = statement(
  `insert into signing_key (kid, jwk, published_until)
   select key ->> 'kid', key, $2 from jsonb_array_elements($1::jsonb) as key
   on conflict (kid) do update set published_until = greatest(signing_key.published_until, excluded.published_until)
   returning kid, xmax = 0 as "isNew"`,
  { ...signingKey.pick('kid'), isNew: boolean },
);
