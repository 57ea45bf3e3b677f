import { status } from '@grpc/grpc-js';
import { DomainError } from '@estampa/kernel/errors';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { sharingSearches } from './shared-searches.ts';

type Search = { text: string };

const documentOf = (text: string) => ({ etag: text });

/** Storefront, whose shared calls find the first of their searches and then fail of `error`. */
function storefrontWith(error: unknown = null) {
  const slow = Promise.withResolvers<void>();
  const alone: string[] = [];
  const client = sharingSearches({
    async getSearch({ text }: Search) {
      alone.push(text);
      if (text === 'slow') await slow.promise;
      return { document: documentOf(text) };
    },
    async *getSearches({ searches: [first] }: { searches: Search[] }) {
      yield { found: [{ place: 0, document: documentOf(first!.text) }] };
      if (error) throw error;
    },
  } as never);
  const search = async (text: string) => (await client.getSearch({ text, page: undefined })).document?.etag;
  return { alone, search, slow };
}

const late = Object.assign(new Error('late'), { code: status.DEADLINE_EXCEEDED, details: 'late', metadata: {} });

describe('what a shared call does not find', () => {
  it.each([
    ['there is too much to do', new DomainError('busy', 'busy', 'Too much')],
    ['the database is away', new DomainError('unavailable', 'database_unavailable', 'Away')],
    ['time is over', late],
  ])('is not looked for twice while %s', async (_when, error) => {
    const { alone, search } = storefrontWith(error);

    expect(await Promise.allSettled(['a', 'b', 'c'].map(search))).toEqual([
      { status: 'fulfilled', value: 'a' },
      { status: 'rejected', reason: error },
      { status: 'rejected', reason: error },
    ]);
    expect(alone).toEqual([]);
  });

  it.each([
    ['one of them cannot be found', new DomainError('invalid', 'validation_failed', 'No')],
    ['the replica ends', Object.assign(new Error('gone'), { code: status.UNAVAILABLE, details: 'gone', metadata: {} })],
    ['nobody says why', null],
  ])('is looked for alone when %s', async (_when, error) => {
    const { alone, search } = storefrontWith(error);

    expect(await Promise.all(['a', 'b', 'c'].map(search))).toEqual(['a', 'b', 'c']);
    expect(alone).toEqual(['b', 'c']);
  });
});

describe('a slow search', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('that came alone delays those that come later by 10 ms at most', async () => {
    const { alone, search, slow } = storefrontWith();
    const first = search('slow');
    while (alone.length === 0) await new Promise(setImmediate);
    const next = search('quick');
    await vi.advanceTimersByTimeAsync(10);

    expect(await next).toBe('quick');
    slow.resolve();
    expect(await first).toBe('slow');
  });
});
