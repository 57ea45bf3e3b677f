import { describe, expect, it } from 'vitest';
import { rendersOf } from './product-surfaces.ts';

const template = (...further: string[]) => ({
  id: 'side',
  productTypeId: 'type',
  assets: {},
  isActive: true,
  areas: further.map((surface) => ({ surface })),
});
const product = {
  artworkId: 'A',
  surfaces: [
    { surface: 'front', artworkId: 'A' },
    { surface: 'back', artworkId: 'B' },
    { surface: 'sleeve', artworkId: 'S' },
  ],
};
const ALONE = 'side';
const WITH_SLEEVE = 'side.sleeve.S';
const WITH_ALL = 'side.back.B.sleeve.S';

describe('the render that shows a product on a template', () => {
  it.each([
    ['all that both have', ['back', 'sleeve'], [ALONE, WITH_SLEEVE, WITH_ALL], WITH_ALL],
    ['its own surface alone', ['back', 'sleeve'], [ALONE], ALONE],
    ['what was there before the template got a surface', ['back', 'sleeve'], [ALONE, WITH_SLEEVE], WITH_SLEEVE],
    ['what was there before, also where it is all there is', ['back', 'sleeve'], [WITH_SLEEVE], WITH_SLEEVE],
    ['what was there before the template lost its surface', [], [WITH_SLEEVE], WITH_SLEEVE],
    ['its own surface alone, where the template lost the other', [], [WITH_SLEEVE, ALONE], ALONE],
    ['nothing that is not printed on it', ['sleeve'], ['side.sleeve.X', 'side.hood.S'], undefined],
  ])('shows %s', (_case, further, names, shown) => {
    const renders = names.map((templateId) => ({ artworkId: 'A', templateId, named: templateId }));

    const found = rendersOf(product, [template(...further)], () => renders);

    expect(found).toEqual(shown ? [{ artworkId: 'A', templateId: 'side', named: shown }] : []);
  });
});
