import { expect, it } from 'vitest';
import { Api } from '@estampa/stack/demo/api';
import { signIn as signInAs } from '@estampa/stack/demo/people';
import { createProductType, createTemplate, T_SHIRT } from '@estampa/stack/demo/product-catalog';
import { uploadArtwork } from '@estampa/stack/demo/studio';
import { ADMIN } from '@estampa/stack/topology';
import type { Page } from 'playwright-core';
import { brokenWords, missedByTab, type Open, overhang, unsizedImages, type Visit } from './browser.ts';
import { signedIn, signIn } from './people-shop.ts';
import { anotherProfile } from './press-profile.ts';
import { PASSWORD, plainPhoto, plainPng, sellerOf, STORE_SLUG } from './shop.ts';

type Ground = () => { gatewayUrl: string };

const NAME = 'Camisa de dois lados';
const SLUG = 'two-sides';
const WIDTHS = [375, 1280];

/** A product type is given a back by an admin, and a product with both sides is placed and published by an artist. */
export function itPrintsSurfaces(ground: Ground, open: Open): void {
  itNamesSurfaces(ground, open);
  itPlacesOnSurfaces(ground, open);
}

function itNamesSurfaces(ground: Ground, open: Open): void {
  it('give a product type another surface, and a template that shows it', async () => {
    const { gatewayUrl } = ground();
    await typeWithTwoTemplates(gatewayUrl);
    const { page, complaints, check } = await open();
    await page.goto(`${gatewayUrl}/studio/templates`);
    await signIn(page, ADMIN.email, ADMIN.password);
    await signedIn(page);
    await page.locator('#templates .thumb', { hasText: 'Vista de trás' }).click();
    await page.locator('#type-title', { hasText: NAME }).waitFor();
    expect(await page.locator('#surface select[name="shows"]').isVisible()).toBe(false);
    await page.locator('#add-surface').press('Enter');
    const back = page.locator('.surface-row').last().locator('input');
    for (const [at, value] of ['back', 'Costas', '12.50', '300', '400'].entries()) await back.nth(at).fill(value);
    await page.locator('#save-type').press('Enter');
    await page.locator('#type-state.good').waitFor();
    await page.locator('#surface select[name="shows"]').selectOption('back');
    await page.locator('#save').press('Enter');
    await page.locator('#save-state.good').waitFor();
    expect(await page.locator('#surface select[name="shows"]').inputValue()).toBe('back');
    await addsArea(page, gatewayUrl, check);
    await setsRules(page);
    await usesPressProfile(page);
    await check('templates-surfaces');
    expect(await missedByTab(page)).toEqual([]);
    await fitsScreens(page);
    expect(complaints).toEqual([]);
    await page.close();
  });
}

function itPlacesOnSurfaces(ground: Ground, open: Open): void {
  it('place an artwork on each surface of a product, at what that costs, and publish it', async () => {
    const { gatewayUrl } = ground();
    await addSleeve(gatewayUrl);
    const seller = await signInAs(new Api(gatewayUrl), { email: sellerOf(STORE_SLUG), password: PASSWORD });
    const onBack = await uploadArtwork(seller, await plainPng(300, 400, '#2c6e49'), 'Do verso');
    const onFront = await uploadArtwork(seller, await plainPng(400, 300, '#9b2226'), 'Da frente');
    const { page, complaints, check } = await open();
    await page.goto(`${gatewayUrl}/studio`);
    await signIn(page, sellerOf(STORE_SLUG), PASSWORD);
    await page.locator('#artworks .thumb', { hasText: onFront.title }).click();
    await page.locator('#templates .thumb', { hasText: 'Vista de frente · Frente' }).click();
    const [front, back] = [page.locator('#surfaces .thumb').first(), page.locator('#surfaces .thumb').nth(1)];
    expect(await back.textContent()).toMatch(/^Costas\+ R\$\s12,50 de custo$/);
    const costs = await page.locator('#variants .cost').first().textContent();
    await back.click();
    expect(await page.locator('#is-printed').isChecked()).toBe(false);
    await page.locator('#artworks .thumb', { hasText: onBack.title }).click();
    expect(await page.locator('#is-printed').isChecked()).toBe(true);
    expect(await page.locator('#variants .cost').first().textContent()).not.toBe(costs);
    for (const key of ['-', '-', 'ArrowUp']) await page.locator('#stage').press(key);
    const placed = await page.locator('#numbers').locator('input[name="y"]').inputValue();
    await front.click();
    await page.locator('#artworks [aria-checked="true"]', { hasText: onFront.title }).waitFor();
    await back.click();
    expect(await page.locator('#numbers').locator('input[name="y"]').inputValue()).toBe(placed);
    await page.locator('#stage.has-preview').waitFor();
    await placesSleeve(page, onFront.title);
    expect(await missedByTab(page)).toEqual([]);
    await fitsScreens(page);

    await page.locator('#render').press('Enter');
    await page.locator('#publish:enabled').waitFor();
    expect(await page.locator('#mockups figcaption').allTextContents()).toEqual(['Frente + Manga', 'Costas']);
    await check('studio-surfaces');
    const marked: string[] = [];
    page.on('request', (request) => {
      const { pathname, search } = new URL(request.url());
      if (pathname.includes('/print-findings/')) marked.push(search);
    });
    await page.locator('#publish').press('Enter');
    await page.locator('#publish-state.good').waitFor();
    const warning = page.locator('#warnings li', { hasText: 'linha de segurança' }).last();
    await warning.locator('img').waitFor();
    expect(marked.toSorted()).toEqual(['', '', '?surface=sleeve']);
    expect(await page.locator('#warnings img').count()).toBe(3);
    expect(await unsizedImages(page)).toEqual([]);
    await check('studio-warnings');
    const { sellerProducts } = await seller.client.listOwnSellerProducts({ limit: 100 });
    expect(sellerProducts.find(({ title }) => title === `${NAME} ${onFront.title}`)).toMatchObject({
      status: 'active',
      surfaces: [
        { surface: 'front', artworkId: onFront.id, placements: [expect.anything()] },
        { surface: 'back', artworkId: onBack.id, placements: [expect.anything()] },
        { surface: 'sleeve', artworkId: onFront.id, placements: [{ surface: 'sleeve', x: 480, scale: 0.15 }] },
      ],
    });
    expect(complaints).toEqual([]);
    await page.close();
  });
}

/** A sleeve on the photo of the front, where it is moved, seen with the front, and as a press prints it. */
async function placesSleeve(page: Page, title: string): Promise<void> {
  const findings = async () => (await page.locator('#findings li').allTextContents()).join('\n');
  await page.locator('#surfaces .thumb').last().click();
  expect(await page.locator('#is-printed').isChecked()).toBe(false);
  await page.locator('#artworks .thumb', { hasText: title }).click();
  expect(await findings()).toMatch(/^Frente: .*\nCostas: cabe, .*\nManga: cabe, 102 dpi no tamanho impresso$/);
  expect(await page.locator('.print-area.still').count()).toBe(1);
  await page.locator('#stage').press('Shift+ArrowRight');
  expect(await findings()).toContain('Manga: não cabe na área de impressão');
  await page.locator('#stage').press('0');
  await page.locator('#fit.good[data-checked="true"]').waitFor();
  await page.locator('#stage.has-preview').waitFor();
  await page.locator('#proof').press('Enter');
  await page.locator('#preview-state', { hasText: 'nas cores da impressão' }).waitFor();
  expect(await page.locator('#proof').getAttribute('aria-pressed')).toBe('true');
}

/** What is faint or thin is not looked at; in percent here, and in parts of one there. */
async function setsRules(page: Page): Promise<void> {
  const rule = (name: string) => page.locator(`#rules input[name="${name}"]`);
  await rule('minDpi').fill('20');
  await rule('minInkOpacity').fill('5');
  await page.locator('#save-rules').press('Enter');
  await page.locator('#rules-state.good').waitFor();
  expect([await rule('minDpi').inputValue(), await rule('minInkOpacity').inputValue()]).toEqual(['20', '5']);
}

/** Of the press that prints the type, until the built-in one is used again. */
async function usesPressProfile(page: Page): Promise<void> {
  const used = page.locator('#press-profile');
  const buffer = await anotherProfile();
  await page.locator('#press input[name="file"]').setInputFiles({ name: 'press.icc', mimeType: '', buffer });
  await page.locator('#save-press').press('Enter');
  await page.locator('#press-state.good', { hasText: 'em uso' }).waitFor();
  expect(await used.textContent()).toBe('Perfil atual: press.icc');
  await page.locator('#remove-press').press('Enter');
  await page.locator('#press-state.good', { hasText: 'removido' }).waitFor();
  expect(await used.textContent()).toBe('Perfil atual: o que já vem incluído');
}

/** Gives the surface that is on the board a mask of its own; where that is shown. */
async function uploadsMask(page: Page, colour: string): Promise<string | null> {
  const file = { name: 'mask.png', mimeType: 'image/png', buffer: await plainPng(12, 16, colour) };
  await page.locator('#surface input[name="mask"]').setInputFiles(file);
  await page.locator('#save-mask').press('Enter');
  await page.locator('#save-state.good', { hasText: 'em uso' }).waitFor();
  return page.locator('#mask-image img').getAttribute('src');
}

/** The front beside the back, on the same photo, with a mask of its own, and away again. */
async function addsArea(page: Page, gatewayUrl: string, check: Visit['check']): Promise<void> {
  const { client } = await signInAs(new Api(gatewayUrl), ADMIN);
  const furtherOnes = async () => {
    const { templates } = await client.listAllTemplates({ limit: 100 });
    return templates.find(({ displayName }) => displayName === 'Vista de trás')!.config.surfaces;
  };
  const area = page.locator('#surface select[name="area"]');
  expect(await area.locator('option').allTextContents()).toEqual(['Costas', 'Adicionar: Frente']);
  await area.selectOption('+front');
  expect(await area.locator('option').allTextContents()).toEqual(['Costas', 'Frente']);
  const corner = page.locator('.point').first();
  expect(await corner.getAttribute('aria-label')).toBe('Canto superior esquerdo: x 225, y 300');
  await corner.press('ArrowLeft');
  await page.locator('#save').press('Enter');
  await page.locator('#save-state.good').waitFor();
  expect(await furtherOnes()).toMatchObject([{ surface: 'front', printArea: { x: 224, y: 300, width: 151 } }]);
  const first = await uploadsMask(page, '#ffffff');
  expect(await furtherOnes()).toMatchObject([{ maskUrl: first }]);
  const second = await uploadsMask(page, '#404040');
  expect(await furtherOnes()).toMatchObject([{ maskUrl: second }]);
  expect([second === first, await unsizedImages(page)]).toEqual([false, []]);
  await check('templates-mask');
  await page.locator('#remove-mask').press('Enter');
  await page.locator('#save-state.good', { hasText: 'removida' }).waitFor();
  expect([await page.locator('#mask-image img').count(), await furtherOnes()]).toMatchObject([0, [{ maskUrl: null }]]);
  expect(await area.inputValue()).toBe('front');
  await page.locator('#remove-area').press('Enter');
  await page.locator('#save').press('Enter');
  await page.locator('#save-state.good').waitFor();
  expect(await furtherOnes()).toEqual([]);
}

async function fitsScreens(page: Page): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    expect([width, await brokenWords(page), await overhang(page)]).toEqual([width, [], 0]);
  }
}

/** A third surface, which only the photo of the front shows. */
async function addSleeve(gatewayUrl: string): Promise<void> {
  const { client } = await signInAs(new Api(gatewayUrl), ADMIN);
  const { productTypes } = await client.listProductTypes({ limit: 100 });
  const { id, surfaces, printRules } = productTypes.find(({ slug }) => slug === SLUG)!;
  expect(printRules).toEqual({ minDpi: 20, minLineMm: null, minInkOpacity: 0.05 });
  const sleeve = { key: 'sleeve', name: 'Manga', extraCostCents: 400, required: false };
  await client.updateProductType({ id, body: { surfaces: [...surfaces, sleeve] } });
  const { templates } = await client.listAllTemplates({ limit: 100 });
  const front = templates.find((one) => one.productTypeId === id && one.surface !== 'back')!;
  const area = {
    surface: 'sleeve',
    printArea: { x: 480, y: 300, width: 60, height: 80 },
    printWidthMm: 100,
    safeMm: 10,
  };
  await client.updateTemplate({ id: front.id, body: { config: { surfaces: [area] } } });
}

/** Both show the first surface until somebody says otherwise; what fills them is not safe. */
async function typeWithTwoTemplates(gatewayUrl: string): Promise<void> {
  const admin = await signInAs(new Api(gatewayUrl), ADMIN);
  const { id } = await createProductType(admin, { ...T_SHIRT, slug: SLUG, name: NAME });
  const front = { displayName: 'Vista de frente', printWidthMm: 300 };
  const back = { displayName: 'Vista de trás', printWidthMm: 300 };
  const made = [
    await createTemplate(admin, id, await plainPhoto('#f0f0f0'), front),
    await createTemplate(admin, id, await plainPhoto('#d8dde6'), back),
  ];
  const body = { config: { safeMm: 15 } };
  await Promise.all(made.map((template) => admin.client.updateTemplate({ id: template.id, body })));
}
