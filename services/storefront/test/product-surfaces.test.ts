import { StorefrontServiceClient } from '@estampa/contracts/storefront/v1/storefront';
import { newId } from '@estampa/kernel/ids';
import type { ServiceUnderTest } from '@estampa/testing/start-service';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { day, demoIds, emit, fullProduct, product, render, template } from './announcements.ts';
import { startStorefront } from './storefront.ts';

let service: ServiceUnderTest;
beforeAll(async () => {
  service = await startStorefront();
});
afterAll(() => service?.stop());

it('a product is shown and printed from what lies on each of its surfaces, and from nothing else', async () => {
  const ids = demoIds();
  const behind = { ...ids, artwork: newId() };
  const plain = { ...ids, product: newId() };
  const surfaces = [
    { surface: 'front', artworkId: ids.artwork },
    { surface: 'back', artworkId: behind.artwork },
  ];
  const lying = (x: number) => ({ placement: { x, y: 2, scale: 0.5, rotation: 0 }, artworkVersion: 3 });
  const black = { options: { values: { color: 'black' } } };
  // The templates of the back are older, so that pages show them first.
  await emit(service, [
    template(ids, 'costas', { surface: 'back', createdAt: day(0) }),
    template(ids, 'costas-preta', { surface: 'back', createdAt: day(0), ...black }),
    ...fullProduct(ids).filter(({ key }) => !/^(render|seller_product):/.test(key)),
    product(ids, { surfaces }),
    product(plain, { slug: 'lisa' }),
    render(ids, 'frente', lying(1)),
    render(ids, 'costas', lying(2)),
    render(behind, 'frente', lying(3)),
    render(behind, 'costas', lying(4)),
  ]);
  const client = service.client(StorefrontServiceClient);
  const shown = async (id: string) => {
    const { document } = await client.getStoreProduct({ store: ids.seller, product: id });
    const page = JSON.parse(document!.json.toString());
    return page.skus[0].renders.map(({ url }: { url: string }) => url.replace(/.*public\/|\?.*/g, ''));
  };
  const described = async (color: string, ...of: string[]) => {
    const lines = of.map((sellerProductId) => ({
      sellerProductId,
      sellerProductVariantId: ids.medium,
      selectedOptions: { color },
    }));
    const { prints } = await client.describeProducts({ sellerProductIds: of, lines });
    return prints.map(({ print, others }) => [print, ...others.map((one) => one.print)].map((one) => one?.x));
  };

  expect(await shown(ids.product)).toEqual([`${behind.artwork}/costas.webp`, `${ids.artwork}/frente.webp`]);
  expect(await shown(plain.product)).toEqual([`${ids.artwork}/frente.webp`]);
  expect(await described('white', ids.product, plain.product)).toEqual([[1, 4], [1]]);

  // A mockup of the chosen colour comes first; one that is gone leaves the surface without a print.
  await emit(service, [render(behind, 'costas-preta', lying(5))]);
  expect(await shown(ids.product)).toHaveLength(3);
  expect([await described('black', ids.product), await described('white', ids.product)]).toEqual([[[1, 5]], [[1, 4]]]);
  await emit(service, [
    render(behind, 'costas', { status: 'rendered' }, 2),
    template(ids, 'costas-preta', { surface: 'back', isActive: false }, 2),
  ]);
  expect(await described('black', ids.product)).toEqual([[1, undefined]]);
  await emit(service, [template(ids, 'costas', { createdAt: day(0) }, 2)]);
  expect(await shown(ids.product)).toEqual([`${ids.artwork}/costas.webp`, `${ids.artwork}/frente.webp`]);
});

it('a product is shown by the mockup of all its surfaces that a template shows, and printed as that has each', async () => {
  const ids = demoIds();
  const sleeve = newId();
  const templateId = `frente-${ids.type}`;
  const plain = { ...ids, product: newId() };
  const surfaces = [
    { surface: 'front', artworkId: ids.artwork },
    { surface: 'sleeve', artworkId: sleeve },
  ];
  const lying = (x: number) => ({ placement: { x, y: 2, scale: 0.5, rotation: 0 }, artworkVersion: 3 });
  const others = [{ surface: 'sleeve', artworkId: sleeve, ...lying(8) }];
  await emit(service, [
    ...fullProduct(ids).filter(({ key }) => !/^(render|seller_product):/.test(key)),
    template(ids, 'frente', { areas: [{ surface: 'sleeve', printArea: { width: 10, height: 10 } }] }, 2),
    product(ids, { surfaces }),
    product(plain, { slug: 'lisa' }),
    render(ids, 'frente', lying(1)),
  ]);
  const client = service.client(StorefrontServiceClient);
  const shown = async (id: string) => {
    const { document } = await client.getStoreProduct({ store: ids.seller, product: id });
    return JSON.parse(document!.json.toString()).skus[0].renders as { templateId: string; url: string }[];
  };
  const printed = async (sellerProductId: string) => {
    const line = { sellerProductId, sellerProductVariantId: ids.medium, selectedOptions: { color: 'white' } };
    const { prints } = await client.describeProducts({ sellerProductIds: [sellerProductId], lines: [line] });
    return [prints[0]!.print, ...prints[0]!.others.map(({ print }) => print)].map(
      (print) => print && [print.artworkId, print.templateId, print.x],
    );
  };

  // Until there is one of both, what there is of the front is shown; the sleeve is printed from nothing, so it is not sold.
  expect(await shown(ids.product)).toMatchObject([{ templateId }]);
  expect(await printed(ids.product)).toEqual([[ids.artwork, templateId, 1], undefined]);

  const both = { templateId: `${templateId}.sleeve.${sleeve}`, imageKey: `public/${sleeve}.webp?v=1` };
  await emit(service, [render(ids, 'ambas', { ...both, ...lying(5), others })]);

  expect(await shown(ids.product)).toMatchObject([{ templateId, url: expect.stringContaining(sleeve) }]);
  expect(await printed(ids.product)).toEqual([
    [ids.artwork, templateId, 5],
    [sleeve, templateId, 8],
  ]);
  expect((await shown(plain.product))[0]!.url).not.toContain(sleeve);
  expect(await printed(plain.product)).toEqual([[ids.artwork, templateId, 1]]);
});
