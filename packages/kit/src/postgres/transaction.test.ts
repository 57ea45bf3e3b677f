import { beforeEach, describe, expect, it } from 'vitest';
import { LocalRelay } from '../events/local-relay.ts';
import type { NamedQuery, Provider } from './queries.ts';
import { ifInTransaction, sendPipelined, Transaction, transactionOf } from './transaction.ts';

const named = (name: string): NamedQuery => ({ name, text: `select '${name}'`, values: [], types: {} as never });
const isNamed = (sql: NamedQuery | string): sql is NamedQuery => typeof sql !== 'string';

/** The queries of each write. */
let sent: string[][];
let failing: string | null;
let provider: Provider;

beforeEach(() => {
  [sent, failing] = [[], null];
  provider = {
    getExecutor: () => ({
      provideConnection(use) {
        const write: string[] = [];
        sent.push(write);
        return use({
          async executeQuery(query) {
            const { sql } = query as { sql: NamedQuery | string };
            const name = isNamed(sql) ? sql.name : sql;
            write.push(name);
            if (name === failing) throw new Error(`${name} fails`);
            return { rows: [{ name }] };
          },
        });
      },
    }),
  };
});

const begin = (on: Provider = provider) => new Transaction(on, new LocalRelay());
/** What MikroORM hands on, as far as it is used. */
const managerOf = (transaction: Transaction | undefined) =>
  ({
    getTransactionContext: () => (transaction ? { taken: transaction } : undefined),
    getConnection: () => ({ getClient: () => provider }),
  }) as never;

describe('a transaction', () => {
  it('sends what is requested in one pass of the event loop as one, and gives each its own rows', async () => {
    const em = managerOf(begin());
    const [one, two] = await Promise.all([
      sendPipelined(em, [named('a'), named('b')]),
      sendPipelined(em, [named('c')]),
    ]);
    await sendPipelined(em, [named('d')]);

    expect([one, two]).toEqual([[[{ name: 'a' }], [{ name: 'b' }]], [[{ name: 'c' }]]]);
    expect(sent).toEqual([['a', 'b', 'c'], ['d']]);
  });

  it('sends its late writes with the commit', async () => {
    const transaction = begin();
    transaction.onCommit(named('a'));
    transaction.onCommit(() => null);
    transaction.onCommit(() => named('b'));
    await transaction.commit();

    expect(sent).toEqual([['a', 'b', 'commit']]);
  });

  it('inside of another leaves the commit to that', async () => {
    const transaction = begin({ ...provider, savepointName: 's' } as Provider);
    transaction.onCommit(named('a'));
    await transaction.commit();

    expect(sent).toEqual([['a']]);
  });

  it('has nothing to send for a commit without writes', async () => {
    await begin().commit();

    expect(sent).toEqual([]);
  });

  it('fails with its writes', async () => {
    const transaction = begin();
    transaction.onCommit(named('a'));
    failing = 'a';

    await expect(transaction.commit()).rejects.toThrow('a fails');
  });

  it.each<[string, (transaction: Transaction) => unknown]>([
    ['committed', (transaction) => transaction.commit()],
    ['rolled back', (transaction) => transaction.rollBack()],
  ])('takes nothing more once it is %s', async (_how, end) => {
    const transaction = begin();
    transaction.mustGoOn();
    await end(transaction);

    const ended = 'The transaction has ended';
    expect(() => transaction.mustGoOn()).toThrow(ended);
    expect(() => transaction.onCommit(named('a'))).toThrow(ended);
    expect(() => transaction.request([named('a')])).toThrow(ended);
    expect(sent).toEqual([]);
  });

  it('is found where it is under way', async () => {
    const transaction = begin();

    expect([transactionOf(managerOf(transaction)), ifInTransaction(managerOf(undefined))]).toEqual([transaction, null]);
    expect(() => transactionOf(managerOf(undefined))).toThrow('This needs a transaction');
    expect(await sendPipelined(managerOf(undefined), [named('a')])).toEqual([[{ name: 'a' }]]);
  });
});
