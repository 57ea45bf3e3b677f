import { describe, expect, it } from 'vitest';
import {
  ADDRESS_MAX_CHARACTERS,
  ADDRESSES_MAX,
  PageStore,
  type Storable,
  STORE_MAX_BYTES,
  VARIANTS_MAX,
} from './page-store.ts';
import { CACHED_MS, numbersOf, ReportedChanges } from './reported-changes.ts';

const keyOf = (group: string, variant = '') => ({ route: '/stores', group, variant });
const pageOf = (
  group: string,
  { variant = '', names = [group], related = [] as string[], bytes = 10, left = (): void => undefined } = {},
): Storable => {
  let isCached = false;
  return {
    key: keyOf(group, variant),
    names,
    related: numbersOf(related),
    byteLength: bytes,
    get isCached() {
      return isCached;
    },
    enter: () => void (isCached = true),
    leave() {
      isCached = false;
      left();
    },
  };
};

function aStore() {
  const reported = new ReportedChanges();
  const store = new PageStore<Storable>(reported);
  const cache = (page: Storable, at = performance.now()) => {
    store.cache(page, { at, asOf: reported.polls });
    return page;
  };
  return {
    store,
    reported,
    cache,
    has: (group: string, variant = '') => store.get(keyOf(group, variant)) !== undefined,
  };
}

describe('the store of pages', () => {
  it('finds a page by its key and by each spelling of its address', () => {
    const { store, cache } = aStore();
    const page = cache(pageOf('a'));
    store.remember(page, '/a');
    store.remember(page, '/A');

    expect([store.get(keyOf('a')), store.at('/a'), store.at('/A'), store.at('/b')]).toEqual([
      page,
      page,
      page,
      undefined,
    ]);
    expect(page.isCached).toBe(true);
  });

  it('drops all that shows a name, and nothing else', () => {
    const { store, cache, has } = aStore();
    const [one, other] = [cache(pageOf('one', { names: ['a', 'b'] })), cache(pageOf('other', { names: ['c'] }))];
    store.remember(one, '/one');

    store.drop(['b', 'x']);

    expect([has('one'), has('other'), store.at('/one')]).toEqual([false, true, undefined]);
    expect([one.isCached, other.isCached]).toEqual([false, true]);
    store.clear();
    expect([has('other'), other.isCached]).toEqual([false, false]);
  });

  it('drops a page without names at any change, and at none', () => {
    const { store, cache, has } = aStore();
    cache(pageOf('search', { names: [] }));
    cache(pageOf('one'));

    store.drop([]);
    expect([has('search'), has('one')]).toEqual([true, true]);
    store.drop(['other']);
    expect([has('search'), has('one')]).toEqual([false, true]);
    cache(pageOf('search', { names: [] }));
    store.clear();
    expect(has('search')).toBe(false);
  });

  it('stores a page for a minute after it was begun', () => {
    const { store, cache, has } = aStore();
    cache(pageOf('young'), performance.now() - CACHED_MS + 10_000);
    const old = cache(pageOf('old'), performance.now() - CACHED_MS);
    store.remember(old, '/old');

    expect([has('young'), has('old'), store.at('/old')]).toEqual([true, false, undefined]);
    expect(old.isCached).toBe(false);
  });

  it('stores a page for longer whose related products are still what they were', () => {
    const { store, reported, has } = aStore();
    const made = { at: performance.now() - CACHED_MS - 1, asOf: reported.polls };
    reported.add(['product:other'], performance.now());

    for (const group of ['same', 'other']) store.cache(pageOf(group, { related: [`product:${group}`] }), { ...made });
    store.cache(pageOf('unknown'), { ...made });

    expect(['same', 'other', 'unknown'].map((group) => has(group))).toEqual([true, false, false]);
    store.drop(['same']);
    expect(has('same')).toBe(false);
  });

  it('gives back the memory of old pages that nobody requests again', () => {
    const { store, cache } = aStore();
    const bytes = STORE_MAX_BYTES / 8;
    const old = [1, 2].map((number) => cache(pageOf(`old ${number}`, { bytes }), performance.now() - CACHED_MS));
    const [young, next] = [cache(pageOf('young', { bytes })), cache(pageOf('next', { bytes }))];

    expect(old.map(({ isCached }) => isCached)).toEqual([false, false]);
    expect([young.isCached, next.isCached]).toEqual([true, true]);
    expect(store.bytes).toBeLessThan(bytes * 3);
  });

  it('replaces a page by a newer one', () => {
    const { store, cache } = aStore();
    const [old, fresh] = [cache(pageOf('a')), cache(pageOf('a'))];
    store.remember(old, '/a');

    expect([store.get(keyOf('a')), old.isCached, store.at('/a')]).toEqual([fresh, false, undefined]);
  });

  it('drops pages that nobody requested again when they take too much memory, and closes them', () => {
    const { cache, has } = aStore();
    const bytes = STORE_MAX_BYTES / 4;
    const closed: string[] = [];
    const closing = (group: string) => pageOf(group, { bytes, left: () => void closed.push(group) });
    for (const group of ['a', 'b', 'c']) cache(closing(group));
    expect([has('a'), has('c')]).toEqual([true, true]);

    const last = cache(closing('d'));

    expect(['a', 'b', 'c', 'd'].map((group) => has(group))).toEqual([true, false, true, true]);
    expect([closed, last.isCached]).toEqual([['b'], true]);
  });

  it('counts keys, names and addresses too, and gives all of it back', () => {
    const { store, cache, has } = aStore();
    const long = 'n'.repeat(STORE_MAX_BYTES / 8);
    for (let round = 0; round < 20; round += 1) {
      cache(pageOf('named', { names: [long] }));
      store.drop([long]);
    }
    const page = cache(pageOf('kept', { bytes: STORE_MAX_BYTES - 20_000 }));
    expect(has('kept')).toBe(true);
    for (let at = 0; at < 100; at += 1) store.remember(page, `/${at}`.padEnd(ADDRESS_MAX_CHARACTERS, 'x'));

    expect(has('kept')).toBe(true);
    cache(pageOf('x'.repeat(10_000)));
    expect(has('kept')).toBe(false);
  });

  it('remembers a few spellings of an address, and none that is too long', () => {
    const { store, cache } = aStore();
    const page = cache(pageOf('a'));
    const spellings = Array.from({ length: ADDRESSES_MAX + 1 }, (_one, at) => `/a?${at}`);
    for (const address of spellings) store.remember(page, address);
    store.remember(page, '/'.padEnd(ADDRESS_MAX_CHARACTERS, 'l'));
    store.remember(page, '/'.padEnd(ADDRESS_MAX_CHARACTERS + 1, 'l'));

    expect(spellings.map((address) => store.at(address) === page)).toEqual([false, false, true, true, true]);
    expect(store.at('/'.padEnd(ADDRESS_MAX_CHARACTERS, 'l'))).toBe(page);
    expect(store.at('/'.padEnd(ADDRESS_MAX_CHARACTERS + 1, 'l'))).toBeUndefined();
  });

  it('stores a limited number of variants of one list, the newest', () => {
    const { cache, has } = aStore();
    for (let at = 0; at <= VARIANTS_MAX; at += 1) cache(pageOf('list', { variant: `${at}` }));
    cache(pageOf('another'));

    expect([has('list', '0'), has('list', '1'), has('list', `${VARIANTS_MAX}`)]).toEqual([false, true, true]);
  });
});
