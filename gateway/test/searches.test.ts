import { DomainError } from '@estampa/kernel/errors';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startGateway, type TestGateway } from './gateway.ts';
import { pausing } from './pages-stage.ts';

type Search = { text: string };

let gateway: TestGateway;
/** Texts of the calls for one search, and of those for several. */
let requested: { alone: string[]; shared: string[][] };
beforeEach(async () => {
  requested = { alone: [], shared: [] };
  gateway = await startGateway();
});
afterEach(() => gateway[Symbol.asyncDispose]());

const documentOf = (text: string) => {
  const json = Buffer.from(JSON.stringify({ text }));
  return { json, etag: `"${text}"`, names: [], relatedNames: [], holes: [] };
};
const get = (text: string) => fetch(`${gateway.url}/discovery/search?q=${text}`);
const shown = async (text: string) => ((await (await get(text)).json()) as Search).text;

/** The first search pauses, and those that come meanwhile share the next call. */
function serving(partsOf: (texts: readonly string[]) => AsyncIterable<string[]> | Iterable<string[]>) {
  const first = pausing();
  gateway.services.reply('storefront.getSearch', async ({ text }: Search) => {
    requested.alone.push(text);
    if (text === 'first') await first.pause();
    if (text === 'bad') throw new DomainError('unavailable', 'database_stalled', 'No');
    return { document: documentOf(text) };
  });
  gateway.services.reply('storefront.getSearches', async function* ({ searches }: { searches: Search[] }) {
    const texts = searches.map(({ text }) => text);
    requested.shared.push(texts);
    for await (const part of partsOf(texts)) {
      yield { found: part.map((text) => ({ place: texts.indexOf(text), document: documentOf(text) })) };
    }
  } as never);
  return first;
}

async function searchAtOnce(first: ReturnType<typeof pausing>, ...texts: string[]): Promise<string[]> {
  const early = shown('first');
  await first.reached;
  const others = texts.map(shown);
  first.letGo();
  return [await early, ...(await Promise.all(others))];
}

describe('searches that are requested at the same time', () => {
  it('are found by one call, each with its own response', async () => {
    const first = serving((texts) => [texts.toReversed()]);

    expect(await searchAtOnce(first, 'a', 'b', 'c')).toEqual(['first', 'a', 'b', 'c']);
    expect(new Set([...requested.alone, ...requested.shared.flat()])).toEqual(new Set(['first', 'a', 'b', 'c']));
  });

  it('are found by calls of their own where the shared one leaves them out', async () => {
    const first = serving((texts) => [texts.slice(0, 1)]);

    expect(await searchAtOnce(first, 'a', 'b', 'c')).toEqual(['first', 'a', 'b', 'c']);
  });

  it('are found by calls of their own from a storefront that does not know it', async () => {
    const first = serving(() => {
      throw new Error('unknown');
    });

    expect(await searchAtOnce(first, 'a', 'b')).toEqual(['first', 'a', 'b']);
  });

  it('fail one by one', async () => {
    serving((texts) => [texts.filter((text) => text !== 'bad')]);
    const [bad, a] = await Promise.all([get('bad'), shown('a')]);

    expect([bad.status, a]).toEqual([503, 'a']);
  });
});
