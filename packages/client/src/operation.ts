/** One operation of the API, as the generator writes it. */
export type Operation = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** `/orders/{orderId}/pay` */
  readonly path: string;
  /** Names of the input that go into the query. */
  readonly query?: readonly string[];
  readonly body?: 'json' | 'form';
  /** Takes an Idempotency-Key. */
  readonly keyed?: true;
  /** Needs no token, so none is sent. */
  readonly open?: true;
  /** Where a paged response has its items. */
  readonly items?: string;
};

export type Input = Readonly<Record<string, unknown>>;

export type Prepared = { readonly path: string; readonly body: string | FormData | undefined };

/** Whether a second try does nothing that the first did not do: with a key also what pays and creates. */
export const isRepeatable = ({ method, keyed }: Operation): boolean =>
  method === 'GET' || method === 'PUT' || keyed === true;

/** Where an operation goes, and with which body. */
export function prepare(operation: Operation, input: Input = {}): Prepared {
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_match, name: string) => segment(name, input[name]));
  const query = new URLSearchParams(
    (operation.query ?? [])
      .filter((name) => input[name] != null)
      .map((name): [string, string] => [name, textOf(input[name])]),
  ).toString();
  return { path: query ? `${path}?${query}` : path, body: bodyOf(operation, input['body']) };
}

/** `.` and `..` would be read as another address. */
function segment(name: string, value: unknown): string {
  const text = textOf(value ?? '');
  if (text === '' || text === '.' || text === '..') throw new TypeError(`${name} cannot be "${text}"`);
  return encodeURIComponent(text);
}

function bodyOf({ body: kind }: Operation, value: unknown): string | FormData | undefined {
  if (kind === undefined) return undefined;
  if (kind === 'json') return JSON.stringify(value ?? {});
  const form = new FormData();
  for (const [name, part] of Object.entries((value ?? {}) as Record<string, string | Blob>)) form.append(name, part);
  return form;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
