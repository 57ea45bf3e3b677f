import { EventEmitter } from 'node:events';
import type { Pool } from 'pg';
import { beforeEach, describe, expect, it } from 'vitest';
import { newCall, runInCall } from '../rpc/call.ts';
import { saveRoundTrips } from './round-trips.ts';

type Send = (sql: string, values?: unknown) => Promise<{ command: string }>;

/** What goes to PostgreSQL, in order: statements, and the beginnings and ends of one write. */
let sent: unknown[];
let failing: Map<string, Error>;
let commandOf: (sql: string) => string;
let pool: EventEmitter;
let client: { query: Send; end: () => void };

const BEGUN = { command: 'BEGIN', rowCount: null, rows: [] };
const statements = () => sent.filter((one) => one !== 'cork' && one !== 'uncork');
const tick = () => new Promise(setImmediate);

beforeEach(() => {
  [sent, failing, commandOf] = [[], new Map(), (sql) => sql.toUpperCase()];
  const note = (what: string) => () => void sent.push(what);
  client = {
    connection: { stream: { cork: note('cork'), uncork: note('uncork'), destroy: note('destroy') } },
    end: note('end'),
    async query(sql: string, values?: unknown) {
      sent.push(values === undefined ? sql : [sql, values]);
      await tick();
      const error = failing.get(sql);
      if (error) throw error;
      return { command: commandOf(sql) };
    },
  } as never;
  pool = new EventEmitter();
  saveRoundTrips(pool as unknown as Pool);
  pool.emit('connect', client);
  pool.emit('acquire', client);
});

describe('a transaction', () => {
  it.each([
    ['begin', 'begin'],
    ['start transaction isolation level serializable', 'start transaction isolation level serializable'],
  ])('begins with its first statement, in one write: %s', async (begin, text) => {
    expect(await client.query(begin)).toEqual(BEGUN);
    expect(sent).toEqual([]);

    await Promise.all([client.query('a', [1]), client.query('b')]);
    await client.query('c');
    expect(sent).toEqual(['cork', text, ['a', [1]], 'b', 'uncork', 'cork', 'c', 'uncork']);
  });

  it('begins with the limits of its call', async () => {
    const call = newCall({ requestId: 'r', lane: 'consumers' });
    await runInCall(call, async () => {
      await client.query('begin');
      await client.query('a');
    });

    expect(statements()).toEqual([expect.stringMatching(/^begin; set local lock_timeout/), 'a']);
  });

  it.each(['commit', 'rollback'])('of nothing ends without a word: %s', async (end) => {
    await client.query('begin');

    expect(await client.query(end)).toMatchObject({ command: 'COMMIT' });
    expect(sent).toEqual([]);
  });

  it.each(['commit', 'rollback'])('ends once, and takes nothing after its %s', async (end) => {
    await client.query('begin');
    await client.query('a');
    await client.query(end);
    expect(await client.query('rollback')).toMatchObject({ command: 'COMMIT' });

    await expect(client.query('b')).rejects.toThrow('The transaction has ended');
    expect(statements()).toEqual(['begin', 'a', end]);
  });

  it('takes what belongs to the next one after its connection was lent anew', async () => {
    await client.query('begin');
    await client.query('commit');
    pool.emit('acquire', client);
    await client.query('a');

    expect(statements()).toEqual(['a']);
  });

  it('is not committed where PostgreSQL has undone it', async () => {
    commandOf = () => 'ROLLBACK';
    await client.query('begin');
    await client.query('a');

    await expect(client.query('commit')).rejects.toThrow('The transaction was rolled back');
  });

  it('whose rollback cannot be sent was undone with its session', async () => {
    failing.set('rollback', new Error('connection lost'));
    await client.query('begin');
    await client.query('a');

    expect(await client.query('rollback')).toMatchObject({ command: 'ROLLBACK' });
    expect(sent.at(-1)).toBe('destroy');
  });

  it('that cannot begin does nothing else', async () => {
    failing.set('begin', new Error('no'));
    await client.query('begin');
    await client.query('a');
    await tick();

    expect(sent).toContain('destroy');
  });
});

describe('a statement', () => {
  it('outside of a transaction goes as it is', async () => {
    expect(await client.query('select')).toEqual({ command: 'SELECT' });
    await client.query('select');

    expect(sent).toEqual(['cork', 'select', 'uncork', 'cork', 'select', 'uncork']);
  });

  it.each([
    ['its plan fits no more', { code: '0A000', routine: 'RevalidateCachedQuery' }, ['end']],
    ['it is wrong', { code: '42601' }, []],
  ])('fails when %s, and its connection is used again, or not', async (_why, members, ended) => {
    const error = Object.assign(new Error('x'), members);
    failing.set('a', error);

    await expect(client.query('a')).rejects.toBe(error);
    pool.emit('release', undefined, client);
    expect(sent.filter((one) => one === 'end')).toEqual(ended);
  });

  it('under way is not disturbed by a call that ends after it', async () => {
    const caller = new AbortController();
    await runInCall(newCall({ requestId: 'r', signal: caller.signal }), () => client.query('a'));
    await tick();
    caller.abort();
    await client.query('b');

    expect(statements()).toEqual(['a', 'b']);
  });
});
