import { expect, it } from 'vitest';
import { type ViewerQuery, holesIn } from './viewer-parts.ts';

const bytes = (value: unknown) => Buffer.from(JSON.stringify(value));
const page = { title: 'Onça "isLiked":null', isLiked: null, cards: [{ isLiked: null }], isFollowing: null };
const viewerQueries: ViewerQuery[] = [{ productId: 'a' }, { productId: 'b' }, { storeId: 'c' }];

it('finds the nulls of a page in order, by their byte offsets, and none within texts', () => {
  const json = bytes(page);
  const holes = holesIn(json, viewerQueries);

  expect(holes.map(({ at: _at, ...request }) => request)).toEqual(viewerQueries);
  const responded = Buffer.concat([
    json.subarray(0, holes[0]!.at),
    Buffer.from('true'),
    json.subarray(holes[0]!.at + 4, holes[2]!.at),
    Buffer.from('false'),
    json.subarray(holes[2]!.at + 4),
  ]);
  expect(JSON.parse(responded.toString())).toEqual({ ...page, isLiked: true, isFollowing: false });
});

it.each([
  ['fewer', viewerQueries],
  ['more', viewerQueries.slice(0, 1)],
  ['more', []],
])('rejects a page that has %s places than asks', (how, some) => {
  const json = how === 'fewer' ? bytes({ isLiked: null }) : bytes(page);

  expect(() => holesIn(json, some)).toThrow(how);
});
