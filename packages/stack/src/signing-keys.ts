import pg from 'pg';

export interface PublishedKey {
  readonly kid: string;
  readonly published_until: Date;
}

/** The `signing_key` table of identity: whose tokens gateways accept. */
export async function signingKeysIn(databaseUrl: string) {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'estampa-keys' });
  await client.connect();
  return {
    async published(): Promise<PublishedKey[]> {
      const sql = 'select kid, published_until from signing_key where published_until > now() order by 2 desc, 1';
      return (await client.query<PublishedKey>(sql)).rows;
    },

    /** Gateways take its tokens no more within a minute, unless a replica that still has the key publishes it again. */
    async withdraw(kid: string, by: string): Promise<void> {
      const { rowCount } = await client.query(
        `with withdrawn as (delete from signing_key where kid = $1 returning kid)
         insert into audit (id, occurred_at, actor_id, actor_role, action, subject, request_id, changes)
         select gen_random_uuid(), now(), $2, 'admin', 'signing_key_withdrawn', 'signing_key:' || kid, 'none', '[]'
         from withdrawn`,
        [kid, by],
      );
      if (rowCount === 0) throw new Error(`No key ${kid} is published.`);
    },

    [Symbol.asyncDispose]: () => client.end(),
  };
}
