import { expect, it } from 'vitest';
import { Api } from '@estampa/stack/demo/api';
import { signIn as signInAs } from '@estampa/stack/demo/people';
import { T_SHIRT } from '@estampa/stack/demo/product-catalog';
import { uploadArtwork } from '@estampa/stack/demo/studio';
import { ADMIN } from '@estampa/stack/topology';
import type { Page } from 'playwright-core';
import { brokenWords, missedByTab, type Open, overhang, pulled, type Visit } from './browser.ts';
import { signedIn, signIn } from './people-shop.ts';
import { customerOf, PASSWORD, plainPng, sellerOf, STORE_SLUG, typeSlugOf } from './shop.ts';

type Ground = () => { gatewayUrl: string };

const PAY_BUTTONS = {
  pix: 'section[aria-labelledby="pix"] button',
  card: 'section[aria-labelledby="card"] form[action$="/pay"] button',
  boleto: 'section[aria-labelledby="boleto"] button',
} as const;

/** Thumbs whose title goes on below their edge. */
const CLIPPED = `[...document.querySelectorAll('.thumb')]
  .filter((one) => one.scrollHeight > one.clientHeight)
  .map((one) => one.textContent)`;

/** From an artwork to a paid order, by hand. */
export function itSellsByHand(ground: Ground, open: Open): void {
  let visit: Visit;

  it('place an artwork by keyboard and mouse, and publish it', async () => {
    const count = await manySizes(ground().gatewayUrl);
    const seller = await signInAs(new Api(ground().gatewayUrl), { email: sellerOf(STORE_SLUG), password: PASSWORD });
    await uploadArtwork(seller, await plainPng(30, 40, '#205080'), 'Geometria (demonstração)');
    visit = await open();
    const { page, complaints, check } = visit;
    await page.goto(`${ground().gatewayUrl}/studio`);
    await signIn(page, sellerOf(STORE_SLUG));
    await signedIn(page);
    await page.locator('#artworks', { hasText: 'demonstração' }).waitFor();
    expect(await page.locator('a[href="/studio/templates"]').isVisible()).toBe(false);
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      expect([width, await brokenWords(page), await overhang(page)]).toEqual([width, [], 0]);
      expect(await page.evaluate(CLIPPED)).toEqual([]);
    }
    const file = { name: 'Faixa.png', mimeType: 'image/png', buffer: await plainPng(600, 700, '#1f6f8b') };
    await page.locator('#upload input').setInputFiles(file);
    await page.locator('#upload button').press('Enter');
    await page.locator('#artworks [aria-checked="true"]', { hasText: 'Faixa' }).waitFor();

    expect(await placedByKeys(page, ['Shift+ArrowUp', 'Shift+ArrowLeft', '{', '{'])).toEqual({ fits: false });
    await check('studio-beyond');
    expect(await placedByKeys(page, ['0', '-', '-', '-', ']', ']'])).toEqual({ fits: true });
    await dragged(page);
    await scaledAndTurned(page);
    await check('studio-placed');
    expect(await missedByTab(page)).toEqual([]);

    const ownPrice = page.locator('#variants input').first();
    await ownPrice.fill('189.90');
    const pages = page.locator('#variant-pages select');
    expect(await pages.locator('option').allTextContents()).toEqual([`1–50 / ${count}`, `51–${count} / ${count}`]);
    await pages.selectOption('50');
    expect(await page.locator('#variants input').count()).toBe(count - 50);
    await page.locator('#variants input').last().fill('199.90');
    await pages.selectOption('0');
    expect([await page.locator('#variants input').count(), await ownPrice.inputValue()]).toEqual([50, '189.90']);
    await page.locator('#render').press('Enter');
    await page.locator('#publish:enabled').press('Enter');
    await page.locator('#publish-state.good').waitFor();
    const { products } = await new Api(ground().gatewayUrl).client.listStoreProducts({ store_slug: STORE_SLUG });
    const published = products.find(({ title }) => title === 'Camiseta Faixa')!;
    expect(published).toMatchObject({ maxPriceCents: 19_990 });
    expect(published.minPriceCents).toBe(Math.round(Number(await ownPrice.getAttribute('placeholder')) * 100));
    const { skus } = await new Api(ground().gatewayUrl).client.getStoreProduct({
      store_slug: STORE_SLUG,
      product_slug: published.slug,
    });
    const prices = skus.map(({ priceCents }) => priceCents).toSorted((one, other) => one - other);
    expect([prices.length, ...prices.slice(-2)]).toEqual([count, 18_990, 19_990]);
    expect(complaints).toEqual([]);
  });

  it('take the payment of what was published by each method', async () => {
    const { page, complaints, check } = visit;
    await page.locator('#to-shop').press('Enter');
    await page.locator('[data-sign-out]').click();
    await page.locator('#buyer input[name="email"]').waitFor();
    await signIn(page, customerOf(STORE_SLUG));
    await signedIn(page);
    for (const method of ['pix', 'card', 'boleto'] as const) await bought(page, method);
    await check('shop-paid');
    expect(complaints).toEqual([]);
    await page.close();
  });
}

/** More sizes of the shirt than the studio shows at once; gives how many variants it has then. */
async function manySizes(gatewayUrl: string): Promise<number> {
  const { client } = await signInAs(new Api(gatewayUrl), ADMIN);
  const { productTypes } = await client.listProductTypes({});
  const { id } = productTypes.find(({ slug }) => slug === typeSlugOf(STORE_SLUG))!;
  const assets = Array.from({ length: 51 - 3 }, (_one, n) => ({
    ...T_SHIRT.assets[0]!,
    value: `${n}`,
    labelPt: `Tamanho ${n}`,
  }));
  await client.createAssets({ id, body: { assets } });
  const made = await client.generateProductVariants({
    id,
    body: { baseCostCents: T_SHIRT.baseCostCents, productionDays: 3, packagingDays: 1 },
  });
  return made.variants.length;
}

/** What the server says of the placement must be what the page said of it at once. */
async function placedByKeys(page: Page, keys: readonly string[]): Promise<{ fits: boolean }> {
  const fit = page.locator('#fit');
  for (const key of keys) await page.locator('#stage').press(key);
  const sketched = await fit.textContent();
  await page.locator('#fit[data-checked="true"]').waitFor();
  await page.locator('#stage.has-preview').waitFor();
  expect(await fit.textContent()).toBe(sketched);
  return { fits: (await fit.getAttribute('class')) === 'note good' };
}

const numberOf = async (page: Page, name: 'x' | 'scale' | 'rotation'): Promise<number> =>
  Number(await page.locator(`#numbers input[name="${name}"]`).inputValue());

async function dragged(page: Page): Promise<void> {
  const before = await numberOf(page, 'x');
  await pulled(page, '.frame .box', [6, 4]);
  expect(await numberOf(page, 'x')).toBeGreaterThan(before);
  await page.locator('#fit.good[data-checked="true"]').waitFor();
}

/** Drags the handles: the corner scales, the one above rotates, in steps of 15 degrees with Shift. */
async function scaledAndTurned(page: Page): Promise<void> {
  const [scale, rotation] = [() => numberOf(page, 'scale'), () => numberOf(page, 'rotation')];
  const before = await scale();
  await pulled(page, '.frame .handle[data-does="scale"]', [-12, -14]);
  const smaller = await scale();
  expect(smaller).toBeLessThan(before);
  await pulled(page, '.frame .handle[data-does="scale"]', [6, 7]);
  expect(await scale()).toBeGreaterThan(smaller);

  await pulled(page, '.frame .turn', [40, 5]);
  const turned = await rotation();
  expect(turned).toBeGreaterThan(2);
  await page.keyboard.down('Shift');
  await pulled(page, '.frame .turn', [60, 20]);
  await page.keyboard.up('Shift');
  expect([(await rotation()) % 15, (await rotation()) > turned]).toEqual([0, true]);
  await placedByKeys(page, ['0', '-', '-']);
}

async function bought(page: Page, method: keyof typeof PAY_BUTTONS): Promise<void> {
  await page.locator('#cart button').press('Enter');
  await page.locator('#check-out:enabled').press('Enter');
  await page.locator('#pay').waitFor();
  const [checkout] = await Promise.all([page.context().waitForEvent('page'), page.locator('#pay').press('Enter')]);
  expect([await checkout.locator('html').getAttribute('lang'), await overhang(checkout)]).toEqual(['pt-BR', 0]);
  await checkout.locator(PAY_BUTTONS[method]).first().click();
  await page.locator('#buy-state.good').waitFor();
  await checkout.close();
}
