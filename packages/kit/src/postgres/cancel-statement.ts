import pg from 'pg';

/** What `pg` knows of a connection, and does not declare. */
type Session = { host: string; port: number; ssl: pg.ConnectionConfig['ssl']; processID: number; secretKey: number };

type Line = NodeJS.EventEmitter & {
  stream: { destroy(): void };
  connect(portOrPath: number | string, host?: string): void;
  requestSsl(): void;
  cancel(processID: number, secretKey: number): void;
};

const CANCEL_MS = 1_000;

/**
 * Ends the statement that is under way on a connection, by a line of its own, as PostgreSQL has it. Resolves when PostgreSQL has
 * passed that on (it closes the line then), so that what is sent over the connection afterwards is not meant; or when there is no
 * hope of that. Never rejects.
 */
export function cancelStatement(client: pg.ClientBase): Promise<void> {
  const { host, port, ssl, processID, secretKey } = client as unknown as Session;
  const line = new pg.Connection({ ssl }) as unknown as Line;
  const { promise, resolve } = Promise.withResolvers<void>();
  const end = () => {
    clearTimeout(timer);
    line.stream.destroy();
    resolve();
  };
  const timer = setTimeout(end, CANCEL_MS);
  line.on('error', end);
  line.on('end', end);
  line.on('connect', () => (ssl ? line.requestSsl() : line.cancel(processID, secretKey)));
  line.on('sslconnect', () => line.cancel(processID, secretKey));
  if (host.startsWith('/')) line.connect(`${host}/.s.PGSQL.${port}`);
  else line.connect(port, host);
  return promise;
}
