import pg from 'pg';

export interface DeadLetter {
  readonly event_id: string;
  readonly topic: string;
  readonly key: string;
  readonly type: string;
  readonly payload: string;
  readonly reason: string;
  readonly attempts: number;
  readonly parked_at: Date;
  readonly replay_requested_at: Date | null;
}

/** One event, those of a kind of aggregate or of a type, or all. */
export interface Selection {
  readonly id?: string | undefined;
  readonly kind?: string | undefined;
  readonly type?: string | undefined;
}

export type DeadLetters = Awaited<ReturnType<typeof deadLettersIn>>;

const LISTED = 1_000;
const WAITING = 'replayed_at is null and discarded_at is null';

/** The `dead_letter` table of one service: what it could not apply. */
export async function deadLettersIn(databaseUrl: string) {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'estampa-replay' });
  await client.connect();
  const rows = async (sql: string, values: unknown[] = []) => (await client.query<DeadLetter>(sql, values)).rows;
  return {
    waiting: () => rows(`select * from dead_letter where ${WAITING} order by id limit ${LISTED}`),

    async get(id: string): Promise<DeadLetter> {
      const [row] = await rows('select * from dead_letter where event_id = $1', [id]);
      if (!row) throw new Error(`No event ${id} was ever parked here.`);
      return row;
    },

    /** Marks what matches for the service; gives the ids. */
    async request({ id, kind, type }: Selection): Promise<string[]> {
      const marked = await rows(
        `update dead_letter set replay_requested_at = now()
         where ${WAITING} and ($1::uuid is null or event_id = $1) and ($2::text is null or split_part(key, ':', 1) = $2)
           and ($3::text is null or type = $3)
         returning *`,
        [id ?? null, kind ?? null, type ?? null],
      );
      return marked.map((row) => row.event_id);
    },

    /** How many the service has not tried yet. */
    async pending(ids: readonly string[]): Promise<number> {
      const sql = `select * from dead_letter where event_id = any($1) and ${WAITING} and replay_requested_at is not null`;
      return (await rows(sql, [ids])).length;
    },

    unreplayed: (ids: readonly string[]) =>
      rows(`select * from dead_letter where event_id = any($1) and replayed_at is null order by id`, [ids]),

    /** The row stays, with who discarded it, why and when. */
    async discard(id: string, by: string, reason: string): Promise<void> {
      const discarded = await rows(
        `update dead_letter set discarded_at = now(), discarded_by = $2, discard_reason = $3, replay_requested_at = null
         where event_id = $1 and ${WAITING} returning *`,
        [id, by, reason],
      );
      if (discarded.length === 0) throw new Error(`Event ${id} is not parked here.`);
    },

    [Symbol.asyncDispose]: () => client.end(),
  };
}
