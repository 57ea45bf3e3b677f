import { centred, render, uploadArtwork } from '@estampa/stack/demo/studio';
import { draftOf, plainPng } from '../../e2e/shop.ts';
import type { Random } from '@estampa/stack/random';
import type { InUse } from '../stage/in-use.ts';
import { untilAccepted } from './until-accepted.ts';

const NEW_PRODUCTS = 0.1;
const SIDE_PX = 300;
const COLOURS = ['#c03028', '#2860c0', '#28a048', '#c0a028'];

/** The seller renames the product, and now and then uploads an artwork and makes a product of it. */
export async function editShop(stage: InUse, random: Random): Promise<void> {
  const { product } = stage.shop;
  if (random.chance(NEW_PRODUCTS)) await makeProduct(stage, random);
  await rename(stage, product.id, `Shirt ${random.below(1_000_000)}`);
}

async function rename({ shop, journal }: InUse, id: string, title: string): Promise<void> {
  await untilAccepted(`the title of ${id}`, (options) =>
    shop.seller.client.updateSellerProduct({ id, body: { title } }, options),
  );
  journal.titles.set(id, title);
}

/** Starts over as a person does: what a try has left behind is for the storage check to find. */
async function makeProduct({ shop }: InUse, random: Random): Promise<void> {
  const { seller, productType, template } = shop;
  const colour = COLOURS[random.below(COLOURS.length)]!;
  await untilAccepted('a product', async () => {
    const artwork = await uploadArtwork(seller, await plainPng(SIDE_PX, SIDE_PX, colour), 'An artwork');
    const draft = await draftOf(seller, productType, artwork, `shirt-${artwork.id}`);
    await render(seller, draft.id, template.id, centred(template, artwork));
  });
}
