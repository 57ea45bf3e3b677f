/* PostgreSQL's messages, as far as they have to be reported apart (https://www.postgresql.org/docs/18/protocol-message-formats.html). */

const LENGTH_AT = 1;
const TYPED_HEADER = 5;

const SYNC = 'S';
const SIMPLE_QUERY = 'Q';
export const TERMINATE = 'X';

export type Frame = { type: string; bytes: Buffer };

/** Cuts a stream into messages; what is not complete waits for the rest. */
export class FrameReader {
  #rest: Buffer = Buffer.alloc(0);

  read(chunk: Buffer): Frame[] {
    let bytes = this.#rest.length > 0 ? Buffer.concat([this.#rest, chunk]) : chunk;
    const frames: Frame[] = [];
    while (bytes.length >= TYPED_HEADER) {
      const length = LENGTH_AT + bytes.readUInt32BE(LENGTH_AT);
      if (bytes.length < length) break;
      frames.push({ type: String.fromCharCode(bytes[0]!), bytes: bytes.subarray(0, length) });
      bytes = bytes.subarray(length);
    }
    this.#rest = bytes;
    return frames;
  }
}

/** What PostgreSQL responds by one ReadyForQuery: a simple query, or all up to a Sync. */
export const endsUnit = ({ type }: Frame): boolean => type === SYNC || type === SIMPLE_QUERY;

export function frame(type: string, body: Buffer): Buffer {
  const header = Buffer.alloc(TYPED_HEADER);
  header.write(type, 'latin1');
  header.writeUInt32BE(body.length + 4, LENGTH_AT);
  return Buffer.concat([header, body]);
}

export const simpleQuery = (sql: string): Buffer => frame(SIMPLE_QUERY, Buffer.from(`${sql}\0`));

/** The text of a simple query; null for any other message. */
export const queryOf = ({ type, bytes }: Frame): string | null =>
  type === SIMPLE_QUERY ? bytes.subarray(TYPED_HEADER, -1).toString() : null;

const text = (value: string): Buffer => Buffer.from(`${value}\0`);
const PARAMETERS: Readonly<Record<string, string>> = {
  server_version: '18.4',
  server_encoding: 'UTF8',
  client_encoding: 'UTF8',
  DateStyle: 'ISO, MDY',
  integer_datetimes: 'on',
  standard_conforming_strings: 'on',
};

/** What a server says to one that it lets in, and whom it would know by these numbers to cancel a statement. */
export const WELCOME = Buffer.concat([
  frame('R', Buffer.alloc(4)),
  ...Object.entries(PARAMETERS).map((pair) => frame('S', Buffer.concat(pair.map(text)))),
  frame('K', Buffer.alloc(8)),
  frame('Z', Buffer.from('I')),
]);

export const READY = 'Z';
export const NOTIFICATION = 'A';
const DESCRIPTION = 'T';
/** ErrorResponse and NoticeResponse, which are lists of fields. */
const WITH_FIELDS = 'EN';
/** Of the two, what is no error. */
const LOGGED = 'N';
const CODE_FIELD = 'C';
/** The severity in English, whatever the server's language. */
const SEVERITY_FIELD = 'V';

/** What PostgreSQL says of a statement that is cancelled, and of one that waits for a lock for longer than `lock_timeout`. */
const [CANCELLED, LOCK_TIMEOUT] = ['C57014', 'C55P03'];

/** A response to a cancelled statement as if `lock_timeout` had ended it. */
export const asLockTimeout = ({ type, bytes }: Frame): Frame => {
  const response = bytes.toString('latin1');
  return { type, bytes: type === 'E' ? Buffer.from(response.replace(CANCELLED, LOCK_TIMEOUT), 'latin1') : bytes };
};

/** What of a response is the same in every run: columns are described with numbers of tables, errors name processes by number. */
export function repeatable({ type, bytes }: Frame): Buffer | string {
  if (type === DESCRIPTION) return type;
  if (!WITH_FIELDS.includes(type)) return bytes;
  return `${type}${fieldsOf(bytes).find((field) => field.startsWith(CODE_FIELD))}`;
}

const fieldsOf = (bytes: Buffer): string[] => bytes.subarray(TYPED_HEADER).toString().split('\0');

/**
 * What a session says of a lock that its statement waits for, by `log_lock_waits`: it waits, once PostgreSQL has looked for a deadlock,
 * or has stopped waiting. Null for any other message.
 */
export function lockWaitOf({ type, bytes }: Frame): 'waits' | 'stopped' | null {
  if (type !== LOGGED) return null;
  const fields = fieldsOf(bytes);
  if (!fields.includes(`${SEVERITY_FIELD}LOG`)) return null;
  return fields.some((field) => field.includes(' still waiting for ')) ? 'waits' : 'stopped';
}

/** In a transaction (`T`), in one that has failed (`E`), or in none (`I`). */
export const transactionState = ({ bytes }: Frame): string => String.fromCharCode(bytes[TYPED_HEADER]!);
