import { describe, expect, it } from 'vitest';
import { type Query, rowsOf, send } from './queries.ts';

const NAMED = { name: 's_1', text: 'select 1', values: [], types: {} } as unknown as Query;

/** Fails at the queries that it is told to, after all have been sent. */
function connection(failing: readonly number[]) {
  const sent: unknown[] = [];
  const executeQuery = async (query: object) => {
    const place = sent.push(query) - 1;
    await new Promise(setImmediate);
    if (failing.includes(place)) throw new Error(`query ${place}`);
    return { rows: [{ place }] };
  };
  return { sent, executeQuery };
}

describe('queries that are sent at once', () => {
  it('have their names, and get their rows in order', async () => {
    const { sent, executeQuery } = connection([]);

    expect(rowsOf(await send({ executeQuery }, [NAMED, 'commit']))).toEqual([[{ place: 0 }], [{ place: 1 }]]);
    expect(sent).toEqual([
      { sql: NAMED, queryId: { queryId: 's_1' } },
      { sql: 'commit', queryId: { queryId: 'commit' } },
    ]);
  });

  it('fail for the reason of the first, while what came before it stands', async () => {
    const responses = await send(connection([1, 2]), ['a', 'b', 'c']);

    expect(responses.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected']);
    expect(responses.slice(1).map((response) => (response as PromiseRejectedResult).reason.message)).toEqual([
      'query 1',
      'query 1',
    ]);
    expect(() => rowsOf(responses)).toThrow('query 1');
  });
});
