import type pg from 'pg';
import type { Call } from '../rpc/call.ts';
import type { MikroORM } from '@mikro-orm/postgresql';

/**
 * The settings of every session, so that a process that hangs or has vanished blocks others only briefly: PostgreSQL ends its statement,
 * its transaction, or its connection, and frees what it had locked.
 */
const SESSION = {
  statement_timeout: '10s',
  idle_in_transaction_session_timeout: '10s',
  tcp_keepalives_idle: '10',
  tcp_keepalives_interval: '3',
  tcp_keepalives_count: '3',
  /** Of what is sent and not taken, in milliseconds. */
  tcp_user_timeout: '15000',
  /** How often a statement under way checks whether its client is still connected. */
  client_connection_check_interval: '5s',
};

/** A relay that hangs has not polled: its lock ends with its session. */
const RELAY = {
  ...SESSION,
  statement_timeout: '8s',
  idle_session_timeout: '10s',
  // What a crash of the server forgets is sent again, and applied once.
  synchronous_commit: 'off',
  // Its few statements are planned once for all partitions, in place of each time for one.
  plan_cache_mode: 'force_generic_plan',
};

/** Of a replica. Who waited longer has asked the primary by then. */
const READS = { ...SESSION, statement_timeout: '2s', default_transaction_read_only: 'on' };

const KEEP_ALIVE_MS = 10_000;

type Sent = { schema?: string; pooled?: boolean };
type Settings = Readonly<Record<string, string>>;

/** For `pg`: the settings travel with the start of the connection. A pooler in transaction mode rejects them; there the role has them. */
const connectionWith = (settings: Settings, { schema, pooled = false }: Sent = {}) => {
  const sent = { ...(!pooled && settings), ...(schema && { search_path: `${schema},public` }) };
  const options = Object.entries(sent).map(([name, value]) => `-c ${name}=${value}`);
  return {
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    ...(options.length > 0 && { options: options.join(' ') }),
  } satisfies pg.ClientConfig;
};

/** For statements and transactions: pools, checks of the database, rebuilds. */
export const sessionOptions = (sent?: Sent) => connectionWith(SESSION, sent);

/** For reads from a replica. */
export const readSessionOptions = () => connectionWith(READS);

/** For the one session of a relay. */
export const relaySessionOptions = () => connectionWith(RELAY);

/** A consumer that waits for a lock returns its connection and tries again, instead of blocking both. */
const LIMITS_OF_CONSUMERS = "set local lock_timeout = '2s'; set local statement_timeout = '5s'";

/** Begins a transaction by `start`, with the limits of its call. They stand before its first statement, which may itself wait for a table. */
export function beginWith(call: Call | undefined, start: string): string {
  if (call?.lane === 'consumers') return `${start}; ${LIMITS_OF_CONSUMERS}`;
  const limitMs = lockLimitMs(call);
  return limitMs === 0 ? start : `${start}; set local lock_timeout = ${limitMs}`;
}

/** What is left for the response itself when a lock was waited for in vain. */
const RESPONSE_MS = 50;
/** Rounded, since PostgreSQL's statistics distinguish statements by their text. */
const LOCK_STEP_MS = 100;

/** A lock is waited for no longer than the caller waits for the response; 0: no deadline. */
export function lockLimitMs(call: Pick<Call, 'deadline'> | undefined): number {
  if (!call || call.deadline === null) return 0;
  const steps = Math.floor((call.deadline - Date.now() - RESPONSE_MS) / LOCK_STEP_MS);
  return Math.max(steps, 1) * LOCK_STEP_MS;
}

/** What the role must have: PostgreSQL lets only its administrator change the last two, and a pool takes none of them. */
const MUST: Readonly<Record<string, { isRight: (value: string) => boolean; or: string }>> = {
  statement_timeout: { isRight: (value) => value !== '0', or: 'statements may run for ever' },
  idle_in_transaction_session_timeout: {
    isRight: (value) => value !== '0',
    or: 'a process that hangs in a transaction holds its locks for ever',
  },
  log_min_error_statement: {
    isRight: (value) => ['fatal', 'panic'].includes(value),
    or: "the server's log holds rejected statements with their values, personal data among them",
  },
  log_error_verbosity: {
    isRight: (value) => value === 'terse',
    or: "the server's log names values that unique indexes reject, personal data among them",
  },
};

export type SettingAmiss = { setting: string; value: string; means: string };

/** Settings of the database's role that are not as they have to be (docs/operations/install.md). */
export async function settingsAmiss(orm: MikroORM): Promise<SettingAmiss[]> {
  const rows = await orm.em
    .fork()
    .execute<{ name: string; setting: string }[]>('select name, setting from pg_settings where name = any(?::text[])', [
      `{${Object.keys(MUST).join(',')}}`,
    ]);
  return rows
    .filter(({ name, setting }) => !MUST[name]!.isRight(setting))
    .map(({ name, setting }) => ({ setting: name, value: setting, means: MUST[name]!.or }));
}
