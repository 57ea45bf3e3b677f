import { type Api, type Json, upload } from './api.ts';
import type { DemoTemplate } from './pictures/demo-template.ts';

/** What an admin decides about a kind of product. */
export type ProductBlueprint = {
  slug: string;
  name: string;
  description: string;
  platformFeePercent: number;
  artistRoyaltyPercent: number;
  assets: readonly { key: string; keyLabelPt: string; value: string; labelPt: string }[];
  colors: readonly { value: string; labelPt: string; hexColor: string }[];
  baseCostCents: number;
};

export const T_SHIRT: ProductBlueprint = {
  slug: 'camiseta',
  name: 'Camiseta',
  description: 'Camiseta de algodão (dados de demonstração)',
  platformFeePercent: 12.5,
  artistRoyaltyPercent: 60,
  assets: [
    ...['P', 'M', 'G'].map((value) => ({ key: 'size', keyLabelPt: 'Tamanho', value, labelPt: `Tamanho ${value}` })),
    { key: 'fabric', keyLabelPt: 'Tecido', value: 'algodao', labelPt: 'Algodão' },
  ],
  colors: [
    { value: 'white', labelPt: 'Branca', hexColor: '#F4F2EC' },
    { value: 'navy', labelPt: 'Azul-marinho', hexColor: '#1F2A44' },
  ],
  baseCostCents: 3590,
};

export const MUG: ProductBlueprint = {
  slug: 'caneca',
  name: 'Caneca',
  description: 'Caneca de cerâmica (dados de demonstração)',
  platformFeePercent: 10,
  artistRoyaltyPercent: 50,
  assets: ['325ml', '450ml'].map((value) => ({ key: 'volume', keyLabelPt: 'Volume', value, labelPt: value })),
  colors: [{ value: 'white', labelPt: 'Branca', hexColor: '#FFFFFF' }],
  baseCostCents: 1890,
};

/** The type with its assets, its colour option and every variant. */
export async function createProductType(admin: Api, blueprint: ProductBlueprint): Promise<Json> {
  const { assets, colors, baseCostCents, ...fields } = blueprint;
  const type = await admin.post('/products/types', fields);
  await admin.post(`/products/types/${type.id}/assets/bulk`, { assets });
  await admin.post(`/products/types/${type.id}/options`, {
    key: 'color',
    labelPt: 'Cor',
    labelEn: 'Color',
    inputType: 'color_picker',
    displayBehavior: 'filter',
    required: true,
    values: colors,
  });
  const costs = { baseCostCents, productionDays: 3, packagingDays: 1 };
  const { variants } = await admin.post(`/products/types/${type.id}/generate-variants`, costs);
  return { ...type, variants };
}

/** A template with its layers uploaded; the base makes it active. */
export async function createTemplate(
  admin: Api,
  productTypeId: string,
  template: DemoTemplate,
  { displayName, color, printWidthMm }: { displayName: string; color: string; printWidthMm?: number },
): Promise<Json> {
  const { printArea, sourceImage } = template;
  const created = await admin.post(`/products/types/${productTypeId}/templates`, {
    displayName,
    assets: {},
    options: { color },
    config: { printArea, sourceImage, printWidthMm },
  });
  for (const kind of ['mask', 'shadow', 'highlight', 'base'] as const) {
    await uploadTemplateImage(admin, created.id, kind, template[kind]);
  }
  return admin.get(`/products/templates/${created.id}`);
}

async function uploadTemplateImage(admin: Api, templateId: string, kind: string, bytes: Buffer): Promise<void> {
  const images = `/products/templates/${templateId}/images`;
  const presigned = await admin.post(`${images}/presign`, {
    kind,
    contentType: 'image/png',
    sizeBytes: bytes.byteLength,
  });
  await upload(presigned, bytes);
  await admin.post(`${images}/complete`, { kind, key: presigned.key });
}
