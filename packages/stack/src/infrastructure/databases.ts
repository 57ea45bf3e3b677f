import pg from 'pg';

export interface DatabaseAccess {
  readonly name: string;
  readonly password: string;
}

/** Creates a database owned by a role of the same name, which alone may connect to it. Both may exist already. */
export async function createDatabase(superuserUrl: string, { name, password }: DatabaseAccess): Promise<string> {
  await withClient(superuserUrl, async (client) => {
    const [identifier, secret] = [pg.escapeIdentifier(name), pg.escapeLiteral(password)];
    if (!(await exists(client, 'select 1 from pg_roles where rolname = $1', name)))
      await client.query(`create role ${identifier} login`);
    await client.query(`alter role ${identifier} password ${secret}`);
    // Statements carry their values, and details name them: neither may stand in the server's log.
    await client.query(`alter role ${identifier} set log_min_error_statement = 'panic'`);
    await client.query(`alter role ${identifier} set log_error_verbosity = 'terse'`);
    if (!(await exists(client, 'select 1 from pg_database where datname = $1', name)))
      await client.query(`create database ${identifier} owner ${identifier}`);
    await client.query(`revoke all on database ${identifier} from public`);
  });
  return databaseUrl(superuserUrl, { name, password });
}

export async function dropDatabase(superuserUrl: string, name: string): Promise<void> {
  await withClient(superuserUrl, async (client) => {
    await client.query(`drop database if exists ${pg.escapeIdentifier(name)} with (force)`);
    await client.query(`drop role if exists ${pg.escapeIdentifier(name)}`);
  });
}

function databaseUrl(superuserUrl: string, { name, password }: DatabaseAccess): string {
  const url = new URL(superuserUrl);
  [url.username, url.password, url.pathname] = [name, password, name];
  return url.href;
}

async function withClient(url: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

async function exists(client: pg.Client, query: string, name: string): Promise<boolean> {
  return (await client.query(query, [name])).rowCount !== 0;
}
