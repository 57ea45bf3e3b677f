import { accessSync, constants, readFileSync } from 'node:fs';
import type { Duplex } from 'node:stream';
import type { ConnectionOptions } from 'node:tls';
import { z } from 'zod';

/** As PostgreSQL's own clients name them: what of the server's certificate is checked. */
export const DATABASE_TLS_MODES = ['disable', 'require', 'verify-ca', 'verify-full'] as const;
type Mode = (typeof DATABASE_TLS_MODES)[number];

/** `?sslmode=verify-full` would be obeyed by some connections and passed over by others. */
const hasTlsParameter = (url: string): boolean =>
  URL.canParse(url) &&
  [...new URL(url).searchParams.keys()].some((name) => name.startsWith('ssl') || name === 'uselibpqcompat');

const postgresAddress = z
  .url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres:// address' })
  .refine(
    (url) => !hasTlsParameter(url),
    'must have no ssl parameters: DATABASE_TLS says how connections are protected',
  );

const tlsMode = z.enum(DATABASE_TLS_MODES).optional();

/** Where the database is and how connections to it are protected, the same for all that a process has. */
export const databaseConfig = {
  DATABASE_URL: postgresAddress,
  /** Where DATABASE_URL is a pooler in transaction mode: the server itself, for what needs a session. */
  DATABASE_SESSION_URL: postgresAddress.optional(),
  /** The same as the role that owns the tables, for whatever makes or changes them; the role that serves owns them where there is none. */
  DATABASE_OWNER_URL: postgresAddress.optional(),
  /** A streaming standby, or what balances connections over several, for reads that name the position that they must show. */
  DATABASE_READ_URL: postgresAddress.optional(),
  DATABASE_TLS: tlsMode,
  /** Of that pool, where it differs. */
  DATABASE_POOLER_TLS: tlsMode,
  /** PEM files, read for each new connection, so that renewed ones are found: who signs the server's certificate, else the authorities that Node knows. */
  DATABASE_TLS_CA_FILE: z.string().min(1).optional(),
  /** This client's own, for a server that requires one. */
  DATABASE_TLS_CERT_FILE: z.string().min(1).optional(),
  DATABASE_TLS_KEY_FILE: z.string().min(1).optional(),
};

type DatabaseConfig = z.output<z.ZodObject<typeof databaseConfig>> & { NODE_ENV: string };

/** A database and the TLS settings of its connections. Everything that connects takes this, never a URL alone. */
export type PostgresAddress = {
  url: string;
  ssl: ConnectionOptions | false;
  /** Behind PgBouncer in transaction mode: settings of a session would be lost or rejected there. */
  pooled: boolean;
  /** Opens the stream of a new connection; a socket to the server when missing. */
  stream?: () => Duplex;
};

/** For statements and transactions. Throws when the settings contradict each other or a file cannot be read. */
export function databaseAddress(config: DatabaseConfig): PostgresAddress {
  const { DATABASE_URL: url, DATABASE_SESSION_URL: session = url, DATABASE_POOLER_TLS: poolerTls } = config;
  if (session === url) return sessionAddress(config);
  return { url, ssl: sslOf(url, poolerTls ?? tlsOf(config), config), pooled: true };
}

/** For what lasts as long as a session (locks, wake-ups, settings) and for migrations: the server itself, never a pool before it. */
export function sessionAddress(config: DatabaseConfig): PostgresAddress {
  const url = config.DATABASE_SESSION_URL ?? config.DATABASE_URL;
  return { url, ssl: sslOf(url, tlsOf(config), config), pooled: false };
}

/** For migrations and rebuilds, which make and change tables. */
export function ownerAddress(config: DatabaseConfig): PostgresAddress {
  const url = config.DATABASE_OWNER_URL ?? sessionAddress(config).url;
  return { url, ssl: sslOf(url, tlsOf(config), config), pooled: false };
}

/** For reads that a replica may serve; null where there is none. */
export function readAddress(config: DatabaseConfig): PostgresAddress | null {
  const url = config.DATABASE_READ_URL;
  return url === undefined ? null : { url, ssl: sslOf(url, tlsOf(config), config), pooled: false };
}

/** The role that serves, where another one owns the tables. */
export function servingRole({ DATABASE_OWNER_URL: owner, DATABASE_URL: url }: DatabaseConfig): string | null {
  if (owner === undefined) return null;
  const [owning, serving] = [owner, url].map((one) => decodeURIComponent(new URL(one).username));
  return owning === serving ? null : serving!;
}

/** A database of the own machine. */
export const withoutTls = (url: string): PostgresAddress => ({ url, ssl: false, pooled: false });

function tlsOf({ DATABASE_TLS: mode, NODE_ENV }: DatabaseConfig): Mode {
  if (mode === undefined && NODE_ENV === 'production')
    throw wrong('DATABASE_TLS', 'is required in production; "disable" where something else protects the connections');
  return mode ?? 'disable';
}

function sslOf(url: string, mode: Mode, config: DatabaseConfig): PostgresAddress['ssl'] {
  const { DATABASE_TLS_CA_FILE: ca, DATABASE_TLS_CERT_FILE: cert, DATABASE_TLS_KEY_FILE: key } = config;
  if ((cert === undefined) !== (key === undefined))
    throw wrong('DATABASE_TLS_CERT_FILE', 'and DATABASE_TLS_KEY_FILE go together');
  const files = { ca, cert, key };
  for (const [name, file] of Object.entries(files)) mustBeReadable(`DATABASE_TLS_${name.toUpperCase()}_FILE`, file);
  if (mode === 'disable') return false;
  const ssl: ConnectionOptions = {
    host: new URL(url).hostname,
    rejectUnauthorized: mode !== 'require',
    // Of a certificate whose authority is trusted only the name can still be wrong.
    ...(mode === 'verify-ca' && { checkServerIdentity: () => undefined }),
  };
  for (const [name, file] of Object.entries(files)) {
    if (file) Object.defineProperty(ssl, name, { enumerable: true, configurable: true, get: () => readFileSync(file) });
  }
  return ssl;
}

function mustBeReadable(name: string, file: string | undefined): void {
  try {
    if (file !== undefined) accessSync(file, constants.R_OK);
  } catch {
    throw wrong(name, 'must be the path of a readable file');
  }
}

const wrong = (name: string, problem: string): Error => new Error(`The configuration is wrong: ${name} ${problem}`);
