import pg from 'pg';

export interface DatabaseAccess {
  readonly name: string;
  readonly password: string;
}

/**
 * Creates a database owned by a role of the same name, which alone may connect to it. Both may exist already. With a template it
 * begins with all that is in that database: see `sealTemplate`.
 */
export async function createDatabase(
  superuserUrl: string,
  { name, password }: DatabaseAccess,
  template?: string,
): Promise<string> {
  await withDatabase(superuserUrl, async (client) => {
    const [identifier, secret] = [pg.escapeIdentifier(name), pg.escapeLiteral(password)];
    if (!(await exists(client, 'select 1 from pg_roles where rolname = $1', name)))
      await client.query(`create role ${identifier} login`);
    await client.query(`alter role ${identifier} password ${secret}`);
    // Statements carry their values, and details name them: neither may stand in the server's log.
    await client.query(`alter role ${identifier} set log_min_error_statement = 'panic'`);
    await client.query(`alter role ${identifier} set log_error_verbosity = 'terse'`);
    if (!(await exists(client, 'select 1 from pg_database where datname = $1', name))) {
      await client.query(`create database ${identifier} owner ${identifier} ${template ? copyOf(template) : ''}`);
      if (template) await giveCopy(superuserUrl, { template, name });
    }
    await client.query(`revoke all on database ${identifier} from public`);
  });
  return databaseUrl(superuserUrl, { name, password });
}

const copyOf = (template: string): string => `template ${pg.escapeIdentifier(template)}`;

/** What is in a copy belongs to the template's role until it is given to the copy's own. */
async function giveCopy(superuserUrl: string, { template, name }: { template: string; name: string }): Promise<void> {
  const [from, to] = [pg.escapeIdentifier(template), pg.escapeIdentifier(name)];
  await withDatabase(Object.assign(new URL(superuserUrl), { pathname: name }).href, async (client) => {
    await client.query(`reassign owned by ${from} to ${to}`);
  });
}

/**
 * Makes a database that `createDatabase` made one that others are copied from: nobody connects to it any more, as then it could not be
 * copied, and it belongs to the superuser, as a copy's objects are given away with all databases of their owner.
 */
export async function sealTemplate(superuserUrl: string, name: string): Promise<void> {
  await withDatabase(superuserUrl, async (client) => {
    const identifier = pg.escapeIdentifier(name);
    await client.query(`alter database ${identifier} owner to current_user`);
    await client.query(`alter database ${identifier} with allow_connections false`);
  });
}

export async function dropDatabase(superuserUrl: string, name: string): Promise<void> {
  await withDatabase(superuserUrl, async (client) => {
    await client.query(`drop database if exists ${pg.escapeIdentifier(name)} with (force)`);
    await client.query(`drop role if exists ${pg.escapeIdentifier(name)}`);
  });
}

function databaseUrl(superuserUrl: string, { name, password }: DatabaseAccess): string {
  const url = new URL(superuserUrl);
  [url.username, url.password, url.pathname] = [name, password, name];
  return url.href;
}

/** On a connection of its own. */
export async function withDatabase<T>(url: string, run: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return await run(client);
  } finally {
    await client.end();
  }
}

async function exists(client: pg.Client, query: string, name: string): Promise<boolean> {
  return (await client.query(query, [name])).rowCount !== 0;
}
