import { SellerProduct } from '@estampa/contracts/catalog/v1/seller_product';
import { Render } from '@estampa/contracts/media/v1/render';
import { describe, expect, it } from 'vitest';
import { rendersOf } from './seller-product.ts';

const product = SellerProduct.fromPartial({
  surfaces: [
    { surface: 'front', artworkId: 'F', templateIds: ['side', 'flat'] },
    { surface: 'back', artworkId: 'B', furtherTemplateIds: ['side'] },
    { surface: 'sleeve', artworkId: 'S', furtherTemplateIds: ['side'] },
  ],
});
const [ALONE, WITH_SLEEVE, WITH_ALL] = ['side', 'side.sleeve.S', 'side.back.B.sleeve.S'];

describe('the renders of a product', () => {
  it.each([
    ['all that it has on the template', [ALONE, WITH_SLEEVE, WITH_ALL], [], [WITH_ALL]],
    ['what the store shows until that is made', [ALONE, WITH_SLEEVE], [], [WITH_SLEEVE]],
    ['what is being made of all that it has', [WITH_SLEEVE, WITH_ALL], [WITH_ALL], [WITH_ALL]],
    ['what is there, where more of it failed', [ALONE, WITH_SLEEVE], [WITH_SLEEVE], [ALONE]],
    ['what is being made, where nothing is there', [WITH_SLEEVE], [WITH_SLEEVE], [WITH_SLEEVE]],
    ['each template by itself', [WITH_SLEEVE, 'flat'], [], [WITH_SLEEVE, 'flat']],
    ['nothing of other products', ['side.sleeve.X', 'flat.sleeve.X'], [], []],
  ])('show %s', (_case, names, pending, shown) => {
    const renders = names.map((templateId) =>
      Render.fromPartial({ artworkId: 'F', templateId, status: pending.includes(templateId) ? 'pending' : 'rendered' }),
    );

    expect(rendersOf(product, renders).map(({ templateId }) => templateId)).toEqual(shown);
  });

  it('are those of its artworks', () => {
    const ofAnother = Render.fromPartial({ artworkId: 'X', templateId: 'side', status: 'rendered' });

    expect(rendersOf(product, [ofAnother])).toEqual([]);
  });
});
